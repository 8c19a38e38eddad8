import { eq, or } from 'drizzle-orm'
import { escapeHtml } from '#contract/text/escape-html.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { mails } from './mail.tables.ts'

/** A mail. `id` is the same at every try, so that a recipient can detect duplicates. */
export type Mail = { id?: string; to: string; subject: string; text: string; html: string }

/** Queues a mail in the transaction of its cause, so that both commit together. */
export async function queueMail(
  db: Database,
  clock: Clock,
  mail: Mail & { kind: string; customerId?: string | null; dedupeKey?: string },
): Promise<void> {
  const now = clock.now()
  await db
    .insert(mails)
    .values({
      id: newId(),
      kind: mail.kind,
      customerId: mail.customerId ?? null,
      toEmail: mail.to,
      subject: mail.subject,
      textBody: mail.text,
      htmlBody: mail.html,
      dedupeKey: mail.dedupeKey ?? null,
      createdAt: now,
      sendAfter: now,
    })
    .onConflictDoNothing()
}

/** A function that sends mails. `prune` removes old files that this way of sending keeps. */
export type SendMail = ((mail: Mail) => Promise<void>) & { prune?: () => Promise<number> }

/** The content of a mail, before it is rendered as text and HTML. */
export type MailContent = {
  to: string
  /** The name above and below the mail. */
  siteName: string
  /** The seller line by line, in small print at the end. */
  seller?: string[]
  /** The language of the mail and its direction. */
  language: string
  direction: 'ltr' | 'rtl'
  subject: string
  paragraphs: string[]
  /** Pairs of label and value, one per line. */
  facts?: [label: string, value: string][]
  button?: { label: string; href: string }
  /** Links below the button, for example to a PDF. */
  links?: MailLink[]
}

export type MailLink = { label: string; href: string }

/** Renders a mail as plain text and as HTML with the same content. */
export function writeMail(mail: MailContent): Mail {
  const { to, siteName, seller = [], subject, paragraphs, facts = [], button, links = [] } = mail
  const text = [
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    [...(button ? [button] : []), ...links].map(({ label, href }) => `${label}: ${href}`).join('\n'),
    [siteName, ...seller].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
  return { to, subject, text, html: writeHtml(mail) }
}

const sans = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const serif = "font-family:Georgia,'Times New Roman',serif"

/**
 * Renders the HTML of a mail. Some mail programs remove everything outside the body, and Outlook uses Word's engine.
 * The layout therefore uses tables with widths, longhand properties, and language and direction on every cell.
 */
function writeHtml({
  siteName,
  seller = [],
  language,
  direction,
  subject,
  paragraphs,
  facts = [],
  button,
  links = [],
}: MailContent): string {
  const [start, end] = direction === 'rtl' ? (['right', 'left'] as const) : (['left', 'right'] as const)
  const table = 'role="presentation" border="0" cellpadding="0" cellspacing="0"'
  const cell = (style: string, content: string, attributes = '') =>
    `<td dir="${direction}" align="${start}"${attributes} style="text-align:${start};${style}">${content}</td>`
  const paragraph = (content: string) =>
    `<p dir="${direction}" style="margin:0 0 14px;font-size:16px;line-height:24px">${content}</p>`
  const rows = facts.map(([label, value]) => {
    const name = cell(
      `padding:4px 0;padding-${end}:16px;font-size:16px;line-height:24px;color:#5A6B72`,
      escapeHtml(label),
    )
    // A number, price or address keeps its own direction and is still aligned with the column.
    const said = `<td dir="auto" align="${start}" style="text-align:${start};padding:4px 0;font-size:16px;line-height:24px">${escapeHtml(value)}</td>`
    return `<tr>${name}${said}</tr>`
  })
  const body = [
    `<h1 dir="${direction}" style="margin:0 0 16px;${serif};font-weight:normal;font-size:22px;line-height:28px">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map((one) => paragraph(escapeHtml(one))),
    rows.length > 0 ? `<table ${table} dir="${direction}" style="margin:0 0 14px">${rows.join('')}</table>` : '',
    button
      ? `<table ${table} dir="${direction}" style="margin:10px 0 8px"><tr>${cell('background-color:#0F3640', writeLink(button), ' bgcolor="#0F3640"')}</tr></table>`
      : '',
    ...links.map((link) => paragraph(writeTextLink(link))),
  ].filter(Boolean)
  const head = cell(
    `padding:16px 24px;background-color:#0F3640;color:#FFFFFF;${serif};font-size:22px;line-height:28px`,
    escapeHtml(siteName),
    ' bgcolor="#0F3640"',
  )
  const main = cell(
    `padding:24px;background-color:#FFFFFF;color:#12252C;${sans}`,
    `\n${body.join('\n')}\n`,
    ' bgcolor="#FFFFFF"',
  )
  const foot =
    seller.length > 0
      ? `\n<tr>${cell(`padding:16px 24px;color:#5A6B72;${sans};font-size:13px;line-height:20px`, seller.map((line) => `<bdi>${escapeHtml(line)}</bdi>`).join('<br>'))}</tr>`
      : ''
  const lang = escapeHtml(language)
  return `<!doctype html>
<html lang="${lang}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body dir="${direction}" style="margin:0;padding:0;background-color:#F1F4F3">
<table ${table} width="100%" lang="${lang}" dir="${direction}" bgcolor="#F1F4F3" style="width:100%;background-color:#F1F4F3"><tr><td dir="${direction}" align="center" style="padding:24px 16px">
<table ${table} width="560" dir="${direction}" style="width:100%;max-width:560px"><tr>${head}</tr>
<tr><td height="16" style="font-size:1px;line-height:16px">&nbsp;</td></tr>
<tr>${main}</tr>${foot}</table>
</td></tr></table>
</body></html>`
}

function writeTextLink({ label, href }: MailLink): string {
  return `<a href="${escapeHtml(href)}" style="color:#0F3640">${escapeHtml(label)}</a>`
}

function writeLink({ label, href }: { label: string; href: string }): string {
  return `<a href="${escapeHtml(href)}" style="display:inline-block;padding:14px 28px;font-size:16px;line-height:20px;color:#FFFFFF;text-decoration:none">${escapeHtml(label)}</a>`
}

/** Erases the mails to a person, including the record that they were sent. */
export async function eraseMails(
  tx: Database,
  { customerId, email }: { customerId: string; email: string },
): Promise<void> {
  await tx.delete(mails).where(or(eq(mails.toEmail, email), eq(mails.customerId, customerId)))
}

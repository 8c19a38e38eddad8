import { ExternalLink, Link2 } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Button, buttonClass } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { createPreviewLink } from '#features/catalogue/products.staff.contract.ts'
import { copyText } from '#ui/buttons/copy-text.ts'

type PreviewLink = StaffOutput<typeof createPreviewLink>

/** Renders the command that creates a preview link for a product that is not on sale. */
export function ProductPreview({ handle }: { handle: string }) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const [made, setMade] = useState<PreviewLink | null>(null)
  const make = () => run('make', async () => setMade((await call(createPreviewLink, { handle })).data))
  return (
    <>
      <Button icon={Link2} isBusy={busy !== null} onClick={make}>
        Preview
      </Button>
      <Refusal problem={problem} />
      {made && <PreviewDialog made={made} onClose={() => setMade(null)} />}
    </>
  )
}

function PreviewDialog({ made, onClose }: { made: PreviewLink; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Preview link"
      onSubmit={onClose}
      footer={
        <>
          <Button size="large" onClick={async () => setCopied(await copyText(made.url))}>
            {isCopied ? 'Copied' : 'Copy link'}
          </Button>
          <a
            className={buttonClass({ tone: 'primary', size: 'large' })}
            href={made.url}
            target="_blank"
            rel="noopener noreferrer"
          >
            <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
            Open preview
          </a>
        </>
      }
    >
      <p>
        Anyone with this link can see the product’s page before it is published. The product cannot be ordered, and
        search engines skip the page. The link expires on <Moment at={made.expires_at} />.
      </p>
      <TextField label="Link" readOnly dir="ltr" value={made.url} onChange={() => {}} />
    </Dialog>
  )
}

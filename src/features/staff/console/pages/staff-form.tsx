import { Eye } from 'lucide-react'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import type { Problem } from '#contract/calls/staff-call.ts'
import { findWrongFields, listSentences } from '#features/staff/staff-page.rules.ts'
import { minStaffPasswordLength } from '#features/staff/staff-password.rules.ts'

type Field = {
  name: string
  label: string
  /** Link beside the label, for users who cannot fill in the field. */
  beside?: { href: string; label: string }
  isFirst?: boolean
} & Pick<
  ComponentProps<'input'>,
  'type' | 'defaultValue' | 'autoComplete' | 'inputMode' | 'maxLength' | 'minLength' | 'className'
>

type FormProps = {
  action: string
  button: string
  fields?: Field[]
  hidden?: Record<string, string>
  /**
   * Problem of a refused form. The form marks the fields with errors and moves the focus to the first of these fields.
   */
  problem?: Problem | null
  isPlain?: boolean
}

const problemId = 'problem'

export const emailField = (defaultValue = ''): Field => ({
  name: 'email',
  label: 'Email',
  type: 'email',
  defaultValue,
  autoComplete: 'username',
})
export const passwordField: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autoComplete: 'current-password',
}
export const newPasswordField: Field = {
  name: 'password',
  label: `New password, at least ${minStaffPasswordLength} characters`,
  type: 'password',
  autoComplete: 'new-password',
  minLength: minStaffPasswordLength,
}
export const codeField: Field = {
  name: 'code',
  label: 'Code',
  autoComplete: 'one-time-code',
  inputMode: 'numeric',
  className: 'code',
  maxLength: 8,
}
export const recoveryCodeField: Field = { name: 'code', label: 'Recovery code', autoComplete: 'off' }

/** Renders a form that the browser posts without a script. */
export function StaffForm({ action, button, fields = [], hidden = {}, problem = null, isPlain }: FormProps) {
  const names = fields.map(({ name }) => name)
  const wrong = findWrongFields(problem, names)
  const first = wrong[0] ?? fields.find(({ isFirst }) => isFirst)?.name
  return (
    <form method="post" action={action}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} defaultValue={value} />
      ))}
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} isWrong={wrong.includes(field.name)} hasFocus={field.name === first} />
      ))}
      <button type="submit" className={isPlain ? 'plain' : undefined}>
        {button}
      </button>
    </form>
  )
}

function FieldRow({ field, isWrong, hasFocus }: { field: Field; isWrong: boolean; hasFocus: boolean }) {
  const { label, beside, isFirst: _, ...rest } = field
  const input = (
    <input
      type="text"
      required
      {...rest}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? problemId : undefined}
      // biome-ignore lint/a11y/noAutofocus: the page contains a single form, and the focus shows where to start.
      autoFocus={hasFocus}
    />
  )
  const labeled = (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside `input`.
    <label>
      {label}
      {field.className === 'code' ? <Digits>{input}</Digits> : input}
    </label>
  )
  const isSecret = field.type === 'password'
  if (!beside && !isSecret) return labeled
  return (
    <div className={isSecret ? 'field withEye' : 'field'}>
      {labeled}
      {beside && <a href={beside.href}>{beside.label}</a>}
      {isSecret && <ShowTyped />}
    </div>
  )
}

/** Renders six boxes behind a single field. A code can be pasted into the field, and the boxes show its length. */
function Digits({ children }: { children: ReactNode }) {
  return (
    <span className="digits">
      <span className="boxes" aria-hidden>
        {['1', '2', '3', '4', '5', '6'].map((place) => (
          <i key={place} />
        ))}
      </span>
      {children}
    </span>
  )
}

/** Button that shows the typed password. Without scripts it stays hidden. */
function ShowTyped() {
  return (
    <button type="button" className="see" aria-label="Show what is typed" aria-pressed={false} hidden>
      <Eye size={18} strokeWidth={1.75} aria-hidden />
    </button>
  )
}

/** Renders the sentences of a refusal. */
export function ProblemNote({ problem }: { problem: Problem | null }) {
  if (!problem) return null
  return (
    <div role="alert" id={problemId}>
      {listSentences(problem).map((sentence, index) => (
        <Fragment key={sentence}>
          {index > 0 && <br />}
          {sentence}
        </Fragment>
      ))}
    </div>
  )
}

export function LinkLine({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p>
      <a href={href}>{children}</a>
    </p>
  )
}

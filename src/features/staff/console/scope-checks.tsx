import { Check } from '#console/ui/check.tsx'
import { type Scope, scopeNames, scopes } from '#contract/scopes.ts'
import styles from './scope-checks.module.css'

type Props = {
  label: string
  value: readonly Scope[]
  onChange: (value: Scope[]) => void
  /** What the giver has; the rest is not offered. */
  mayGive: ReadonlySet<string>
  error?: string | null
}

/** Every right in its own words. */
export function ScopeChecks({ label, value, onChange, mayGive, error }: Props) {
  const chosen = new Set(value)
  const offered = scopeNames.filter((scope) => mayGive.has(scope) || chosen.has(scope))
  return (
    <fieldset className={styles.scopes}>
      <legend className={styles.legend}>{label}</legend>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <div className={styles.grid}>
        {offered.map((scope) => (
          <Check
            key={scope}
            label={scopes[scope]}
            hint={scope}
            isChecked={chosen.has(scope)}
            onChange={(isOn) => onChange(scopeNames.filter((one) => (one === scope ? isOn : chosen.has(one))))}
          />
        ))}
      </div>
    </fieldset>
  )
}

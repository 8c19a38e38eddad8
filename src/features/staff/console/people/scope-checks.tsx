import { Check } from '#console/ui/fields/check.tsx'
import { CheckGrid, CheckGroup } from '#console/ui/fields/check-group.tsx'
import { type Scope, scopeNames, scopes } from '#contract/calls/scopes.ts'

type Props = {
  label: string
  value: readonly Scope[]
  onChange: (value: Scope[]) => void
  /** Scopes that the member may give to others. Other scopes are not offered. */
  canGrant: ReadonlySet<string>
  error?: string | null
}

/** Lists every scope with its description. */
export function ScopeChecks({ label, value, onChange, canGrant, error }: Props) {
  const chosen = new Set(value)
  const offered = scopeNames.filter((scope) => canGrant.has(scope) || chosen.has(scope))
  return (
    <CheckGroup label={label} error={error}>
      <CheckGrid>
        {offered.map((scope) => (
          <Check
            key={scope}
            label={scopes[scope]}
            hint={scope}
            isChecked={chosen.has(scope)}
            onChange={(isOn) => onChange(scopeNames.filter((one) => (one === scope ? isOn : chosen.has(one))))}
          />
        ))}
      </CheckGrid>
    </CheckGroup>
  )
}

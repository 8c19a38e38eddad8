import { useId } from 'react'
import { Button } from '#console/ui/buttons/button.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { parseColor } from '#features/coupons/widget-style.rules.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './widget-builder.module.css'
import type { WidgetForm } from './widget-form.ts'
import { type ColorCheck, type ColorPart, checkColors, readColor, setColor } from './widget-preview.rules.ts'
import { Section } from './widget-section.tsx'

const parts: { part: ColorPart; name: string }[] = [
  { part: 'background', name: 'Background' },
  { part: 'card', name: 'Card' },
  { part: 'discount', name: 'Amount' },
  { part: 'condition', name: 'Condition' },
  { part: 'button', name: 'Button' },
  { part: 'buttonText', name: 'Button text' },
]

/** Renders the color fields. Each color shows its contrast with its background. */
export function WidgetColors({ form }: { form: WidgetForm }) {
  const { style } = form.values
  const checks = checkColors(form.values)
  const set = (part: ColorPart, color: string | null) => {
    if (part === 'background') form.set('background_color', color)
    else form.set('style', setColor(style, part, color))
  }
  function resetColors() {
    form.set('background_color', null)
    const without = parts.reduce((now, { part }) => (part === 'background' ? now : setColor(now, part, null)), style)
    form.set('style', without)
  }
  return (
    <Section title="Colors">
      {parts.map(({ part, name }) => (
        <ColorField
          key={part}
          name={name}
          value={readColor(form.values, part)}
          check={checks[part]}
          error={part === 'background' ? form.field('background_color').error : null}
          onChange={(color) => set(part, color)}
          isTitle={part === 'background'}
        />
      ))}
      <div className={styles.foot}>
        <p className={styles.hint}>
          Contrast with the background. Below 4.5 the shop uses ink, white or black instead. Leave empty for the shop’s
          own colors.
        </p>
        <Button size="small" onClick={resetColors}>
          Use the shop’s colors
        </Button>
      </div>
    </Section>
  )
}

type Props = {
  name: string
  value: string | null
  check: ColorCheck
  error: string | null
  onChange: (color: string | null) => void
  isTitle: boolean
}

function ColorField({ name, value, check, error, onChange, isTitle }: Props) {
  const id = useId()
  const isUnknown = value !== null && parseColor(value) === null
  return (
    <div className={styles.colour}>
      <input
        type="color"
        className={styles.swatch}
        aria-label={`${name}, chosen from a palette`}
        value={toHex(check.shown)}
        onChange={(event) => onChange(event.target.value.toUpperCase())}
      />
      <span className={styles.colourName}>{name}</span>
      <div className={styles.hex}>
        <TextField
          label={`${name}, color code`}
          isLabelHidden
          dir="ltr"
          maxLength={30}
          spellCheck={false}
          placeholder={check.shown}
          value={value ?? ''}
          error={error}
          aria-describedby={id}
          onChange={(text) => onChange(text === '' ? null : text)}
        />
      </div>
      <span id={id} className={joinClasses(styles.contrast, (check.replacement || isUnknown) && styles.unread)}>
        {isUnknown ? 'not a color' : formatContrast(check, isTitle)}
      </span>
    </div>
  )
}

function formatContrast({ contrast, replacement }: ColorCheck, isTitle: boolean): string {
  if (contrast === null) return ''
  // Rounded down, because a contrast of 4.49 does not meet the minimum of 4.5.
  const figure = (Math.floor(contrast * 10) / 10).toFixed(1)
  if (replacement) return `${figure}, shown in ${replacement}`
  return isTitle ? `title ${figure}` : figure
}

/** Converts a color to six hex digits, the only format of a color input. */
function toHex(color: string): string {
  const rgb = parseColor(color) ?? [0, 0, 0]
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

import { Grid2x2, type LucideIcon, Rows3 } from 'lucide-react'
import { Segmented } from '#console/ui/buttons/segmented.tsx'

type LayoutProps = { look: string | undefined; change: (change: Record<string, string | undefined>) => void }

/** Renders the choice between list and tiles. */
export function LayoutChoice({ look, change }: LayoutProps) {
  const named = (Icon: LucideIcon, name: string) => (
    <>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span className="visually-hidden">{name}</span>
    </>
  )
  return (
    <Segmented
      label="Layout"
      parts={[
        { value: 'list', name: named(Rows3, 'As a list') },
        { value: 'tiles', name: named(Grid2x2, 'As pictures') },
      ]}
      value={look === 'tiles' ? 'tiles' : 'list'}
      onChange={(value) => change({ look: value === 'tiles' ? value : undefined })}
    />
  )
}

import type { useForm } from '#console/form/use-form.ts'
import type { WidgetDraft } from './widget-preview.rules.ts'

export type WidgetForm = ReturnType<typeof useForm<WidgetDraft>>

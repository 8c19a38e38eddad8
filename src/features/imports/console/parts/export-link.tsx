import { Download } from 'lucide-react'
import { buttonClass } from '#console/ui/buttons/button.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import {
  exportAuditLog,
  exportCustomersCsv,
  exportOrderList,
  exportProductsCsv,
  exportReturnList,
} from '#features/imports/exports.staff.contract.ts'

const calls = {
  audit: exportAuditLog,
  orders: exportOrderList,
  products: exportProductsCsv,
  customers: exportCustomersCsv,
  returns: exportReturnList,
}

type Props = {
  list: keyof typeof calls
  /** The filters and the sort order of the list. */
  search?: Record<string, string | undefined>
}

/** Renders the link that downloads a list in the file format of imports. */
export function ExportLink({ list, search = {} }: Props) {
  return (
    <a href={staffApiRoot + calls[list].path + toQuery(search)} className={buttonClass()} download>
      <Download size={16} strokeWidth={1.75} aria-hidden />
      Export
    </a>
  )
}

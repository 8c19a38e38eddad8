import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import { getCouponSales, getFigures, getFiguresCsv, getToday, getTodayFigures } from '../figures.staff.contract.ts'
import { getTaxReport, getTaxReportCsv } from '../tax-report.staff.contract.ts'
import { readCouponSales } from './coupon-sales.service.ts'
import { readFigures, writeFiguresCsv } from './figures.service.ts'
import { readTaxReport, writeTaxReportCsv } from './tax-report.service.ts'
import { readToday } from './today.service.ts'
import { readTodayFigures } from './today-figures.service.ts'

export const figuresStaffHandlers: StaffHandler[] = [
  handleStaff(getToday, ({ shop, actor, input }) => readToday(shop, actor, input)),
  handleStaff(getTodayFigures, ({ shop }) => readTodayFigures(shop)),
  handleStaff(getCouponSales, ({ shop, input }) => readCouponSales(shop, input)),
  handleStaff(getFigures, ({ shop, input }) => readFigures(shop, input)),
  handleStaff(getFiguresCsv, async ({ shop, input }) => ({
    type: 'text/csv; charset=utf-8',
    fileName: `figures-${input.from}-${input.to}.csv`,
    body: await writeFiguresCsv(shop, input),
  })),
  handleStaff(getTaxReport, ({ shop, input }) => readTaxReport(shop, input)),
  handleStaff(getTaxReportCsv, async ({ shop, input }) => ({
    type: 'text/csv; charset=utf-8',
    fileName: `tax-${input.return ?? 'all'}-${input.from}-${input.to}.csv`,
    body: await writeTaxReportCsv(shop, input),
  })),
]

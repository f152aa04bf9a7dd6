import type { PaymentFilter } from '#api/money/payments/office/contract.ts'
import { island } from '../client/texts.tsx'
import { ExportButtons } from '../filters/ExportButtons.tsx'
import { savePayments } from './save-payments.ts'

interface ExportPaymentsProps {
  /** Filter of the list; the same payments are in the file. */
  filter: PaymentFilter
}

/** Buttons that save the payments of the list as a file, one for each kind. A failure is shown. */
export const ExportPayments = island(({ filter }: ExportPaymentsProps) => (
  <ExportButtons save={(kind) => savePayments(filter, kind)} />
))

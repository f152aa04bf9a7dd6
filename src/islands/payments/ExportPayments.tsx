import type { TableFileKind } from '#api/foundation/files/rules.ts'
import type { PaymentFilter } from '#api/money/payments/office/contract.ts'
import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'
import { island } from '../client/texts.tsx'
import { ExportButtons } from '../filters/ExportButtons.tsx'

interface ExportPaymentsProps {
  /** Filter of the list; the same payments are in the file. */
  filter: PaymentFilter
}

async function save({ startDate, endDate, ...filter }: PaymentFilter, kind: TableFileKind): Promise<void> {
  const response = await api('GET /Payment/export', { query: { ...filter, startDate, endDate, kind } })
  await saveResponse(response, `${['betalningar', startDate, endDate].filter(Boolean).join('_')}.${kind}`)
}

/** Buttons that save the payments of the list as a file, one for each kind. A failure is shown. */
export const ExportPayments = island(({ filter }: ExportPaymentsProps) => (
  <ExportButtons save={(kind) => save(filter, kind)} />
))

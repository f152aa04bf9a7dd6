import { Download } from '@lucide/icons'
import type { PaymentFileKind, PaymentFilter } from '#api/money/payments/office/contract.ts'
import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'
import { island, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'

interface ExportPaymentsProps {
  /** Filter of the list; the same payments are in the file. */
  filter: PaymentFilter
}

async function save({ startDate, endDate, ...filter }: PaymentFilter, kind: PaymentFileKind): Promise<void> {
  const response = await api('GET /Payment/export', { query: { ...filter, startDate, endDate, kind } })
  await saveResponse(response, `${['kortbetalningar', startDate, endDate].filter(Boolean).join('_')}.${kind}`)
}

function ExportButtons({ filter }: ExportPaymentsProps) {
  const t = useTexts('payments')
  const { busy, failure, run } = useSaving()
  return (
    <div className="flex flex-wrap items-center gap-3">
      {(['xlsx', 'csv'] as const).map((kind) => (
        <Button
          key={kind}
          size="small"
          busy={busy}
          icon={<Icon of={Download} size={16} />}
          onClick={() => void run(() => save(filter, kind))}
        >
          {t(kind === 'xlsx' ? 'office.excel' : 'office.csv')}
        </Button>
      ))}
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
    </div>
  )
}

/** Buttons that save the payments of the list as a file, one for each kind. A failure is shown. */
export const ExportPayments = island(ExportButtons)

import { Download } from '@lucide/icons'
import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'
import { island, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'

interface DownloadInvoiceProps {
  organizationId: number
  invoiceId: number
  number: number
}

function View({ organizationId, invoiceId, number }: DownloadInvoiceProps) {
  const t = useTexts('organizations')
  const { isBusy, run } = useSaving()
  const save = async () => {
    try {
      const params = { id: organizationId, invoiceId }
      const response = await api('GET /Organization/:id/invoices/:invoiceId/file', { params })
      await saveResponse(response, `faktura_${number}.xlsx`)
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    }
  }
  return (
    <Button
      size="small"
      tone="quiet"
      isBusy={isBusy}
      icon={<Icon of={Download} size={16} />}
      aria-label={t('page.invoice.fileOf', { number })}
      onClick={() => void run(save)}
    >
      {t('page.invoice.file')}
    </Button>
  )
}

/** Button that saves an invoice to an organisation as Excel through the browser. A toast reports a failure. */
export const DownloadInvoice = island(View)

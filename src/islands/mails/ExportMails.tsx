import type { MailSearch } from '#api/office/sent-messages/contract.ts'
import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'
import { island, useTexts } from '../client/texts.tsx'
import { ExportButtons } from '../filters/ExportButtons.tsx'

interface ExportMailsProps {
  /** Filter of the list; the same mails are in the file. */
  filter: MailSearch
}

function Export({ filter }: ExportMailsProps) {
  const t = useTexts('mails')
  return (
    <ExportButtons
      save={async (kind) => {
        const response = await api('GET /Mails/export', { query: { ...filter, kind } })
        await saveResponse(response, `${t('log.file')}.${kind}`)
      }}
    />
  )
}

/** Buttons that save the mails of the list as a file, one for each kind. A failure is shown. */
export const ExportMails = island(Export)

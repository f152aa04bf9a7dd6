import type { OrganizedOccasionQuery } from '#api/office/worklist/contract.ts'
import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'
import { island, useTexts } from '../client/texts.tsx'
import { ExportButtons } from '../filters/ExportButtons.tsx'

interface ExportOccasionsProps {
  /** Filter and order of the list; the same occasions are in the file. */
  filter: Omit<OrganizedOccasionQuery, 'page' | 'pageSize'>
}

function Export({ filter }: ExportOccasionsProps) {
  const t = useTexts('worklist')
  return (
    <ExportButtons
      save={async (kind) => {
        const response = await api('GET /EducationPartOccasions/filter/managed/export', { query: { ...filter, kind } })
        await saveResponse(response, `${t('file')}.${kind}`)
      }}
    />
  )
}

/** Buttons that save the occasions of the list as a file, one for each kind. A failure is shown. */
export const ExportOccasions = island(Export)

import type { CycleFilter } from '#api/participation/licenses/held/rules.ts'
import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'
import { island, useTexts } from '../client/texts.tsx'
import { ExportButtons } from '../filters/ExportButtons.tsx'

interface ExportHoldersProps {
  /** Filter of the list; the same licences are in the file. */
  filter: CycleFilter
}

function Export({ filter }: ExportHoldersProps) {
  const t = useTexts('licenses')
  return (
    <ExportButtons
      save={async (kind) => {
        const { validOn, endsFrom, endsTo, ...rest } = filter
        const days = { validOn: validOn ?? undefined, endsFrom: endsFrom ?? undefined, endsTo: endsTo ?? undefined }
        const response = await api('GET /Licenses/Search/export', { query: { ...rest, ...days, kind } })
        await saveResponse(response, `${t('holders.file')}.${kind}`)
      }}
    />
  )
}

/** Buttons that save the licence holders of the list as a file, one for each kind. A failure is shown. */
export const ExportHolders = island(Export)

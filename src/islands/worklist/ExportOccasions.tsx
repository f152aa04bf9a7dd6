import { island, useTexts } from '../client/texts.tsx'
import { ExportButtons } from '../filters/ExportButtons.tsx'
import { type ExportFilter, saveOccasions } from './save-occasions.ts'

interface ExportOccasionsProps {
  /** Filter and order of the list; the same occasions are in the file. */
  filter: ExportFilter
}

function Export({ filter }: ExportOccasionsProps) {
  const t = useTexts('worklist')
  return <ExportButtons save={(kind) => saveOccasions(filter, { kind, name: t('file'), ids: null })} />
}

/** Buttons that save the occasions of the list as a file, one for each kind. A failure is shown. */
export const ExportOccasions = island(Export)

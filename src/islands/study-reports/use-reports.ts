import { useState } from 'react'
import type { StudyOccasion } from '#api/office/study-reports/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { toastOnNextPage } from '../ui/toast.ts'
import { parseBreak } from './parse-break.ts'
import { saveReports } from './ReportFile.tsx'

/**
 * State of the chosen occasions (`chosen`, `choose`), their breaks as typed, and `fetchFile`, which reports the chosen
 * ones to the server and saves the file. Breaks begin with the stored minutes, empty for none.
 *
 * Nothing is sent while the break of a chosen occasion is no number of minutes (`breakOf` is null), whose field then
 * takes the focus. Afterwards it leads to `reportedHref` with a toast, also when the file could not be saved. A refusal
 * is in `saving`.
 */
export function useReports(occasions: readonly StudyOccasion[], reportedHref: string) {
  const t = useTexts('study-reports')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [breaks, setBreaks] = useState<Readonly<Record<number, string>>>({})
  const saving = useSaving()
  const storedBreaks = new Map(occasions.map(({ occasionId, breakMinutes }) => [occasionId, breakMinutes || '']))
  const typedBreak = (id: number) => breaks[id] ?? String(storedBreaks.get(id) ?? '')
  const breakOf = (id: number) => parseBreak(typedBreak(id))
  const setBreak = (id: number, text: string) => setBreaks((now) => ({ ...now, [id]: text }))
  const wrong = chosen.find((id) => breakOf(id) === null)
  const report = async () => {
    const rows = chosen.map((occasionId) => ({ occasionId, breakMinutes: breakOf(occasionId) ?? 0 }))
    const { fileKey } = await api('POST /StudyReports', { body: { occasions: rows } })
    toastOnNextPage(t('fetched', { count: rows.length }))
    // The reports are made. A file that is not saved is downloaded from the list that opens.
    await saveReports(fileKey, new Date()).catch(() => undefined)
    location.assign(reportedHref)
  }
  const fetchFile = () => {
    if (wrong !== undefined) document.getElementById(`field-break-${wrong}`)?.focus()
    else void saving.run(report)
  }
  return { chosen, typedBreak, breakOf, saving, choose: setChosen, setBreak, fetchFile }
}

import { FileSpreadsheet } from '@lucide/icons'
import { useState } from 'react'
import type { StudyOccasion } from '#api/office/study-reports/contract.ts'
import { maxBreakMinutes } from '#api/office/study-reports/rules.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { BulkBar } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toastOnNextPage } from '../ui/toast.ts'
import { saveReports } from './ReportFile.tsx'
import { StudyOccasionRow } from './StudyOccasionRow.tsx'

interface StudyOccasionListProps {
  occasions: readonly StudyOccasion[]
  /** Address of the list of reported occasions, which opens after a report. */
  reportedHref: string
}

/** Minutes of a break as they were typed; an empty or unusable text is no break. */
const toMinutes = (text = '') => (/^\d{1,4}$/.test(text.trim()) ? Math.min(Number(text), maxBreakMinutes) : 0)

function useReports({ occasions, reportedHref }: StudyOccasionListProps) {
  const t = useTexts('study-reports')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [breaks, setBreaks] = useState<Readonly<Record<number, string>>>({})
  const saving = useSaving()
  const choose = (id: number, isChosen: boolean) =>
    setChosen((now) => (isChosen ? [...now, id] : now.filter((one) => one !== id)))
  const chooseAll = (isChosen: boolean) => setChosen(isChosen ? occasions.map(({ occasionId }) => occasionId) : [])
  const setBreak = (id: number, text: string) => setBreaks((now) => ({ ...now, [id]: text }))
  const fetchFile = () =>
    saving.run(async () => {
      const body = {
        occasions: chosen.map((occasionId) => ({ occasionId, breakMinutes: toMinutes(breaks[occasionId]) })),
      }
      const { fileKey } = await api('POST /StudyReports', { body })
      toastOnNextPage(t('fetched', { count: chosen.length }))
      // The reports are made. A file that is not saved is downloaded from the list that opens.
      await saveReports(fileKey, new Date()).catch(() => undefined)
      location.assign(reportedHref)
    })
  return { chosen, breaks, saving, choose, chooseAll, setBreak, fetchFile }
}

function ReadyList(props: StudyOccasionListProps) {
  const t = useTexts('study-reports')
  const { chosen, breaks, saving, choose, chooseAll, setBreak, fetchFile } = useReports(props)
  const { occasions } = props
  return (
    <>
      <Checkbox
        name="all"
        label={t('chooseAll')}
        className="mb-3"
        checked={chosen.length === occasions.length}
        partly={chosen.length > 0 && chosen.length < occasions.length}
        onChange={(event) => chooseAll(event.target.checked)}
      />
      <ul className="mb-6 grid gap-4">
        {occasions.map((occasion) => {
          const { occasionId: id, title } = occasion
          return (
            <StudyOccasionRow
              key={id}
              occasion={occasion}
              before={
                <Checkbox
                  name={`choose-${id}`}
                  label={t('choose', { title })}
                  labelHidden
                  checked={chosen.includes(id)}
                  onChange={(event) => choose(id, event.target.checked)}
                />
              }
              after={
                <Field
                  name={`break-${id}`}
                  label={t('break')}
                  aria-label={t('breakOf', { title })}
                  inputMode="numeric"
                  className="w-36"
                  value={breaks[id] ?? ''}
                  onChange={(event) => setBreak(id, event.target.value)}
                />
              }
            />
          )
        })}
      </ul>
      {saving.failure && <ErrorBox>{saving.failure.message}</ErrorBox>}
      <BulkBar count={chosen.length} onClear={() => chooseAll(false)}>
        <Button
          size="small"
          tone="primary"
          busy={saving.busy}
          icon={<Icon of={FileSpreadsheet} size={16} />}
          onClick={() => void fetchFile()}
        >
          {t('fetch')}
        </Button>
      </BulkBar>
    </>
  )
}

function List(props: StudyOccasionListProps) {
  if (props.occasions.every(({ state }) => state === 'ready')) return <ReadyList {...props} />
  return (
    <ul className="mb-6 grid gap-4">
      {props.occasions.map((occasion) => (
        <StudyOccasionRow key={occasion.occasionId} occasion={occasion} />
      ))}
    </ul>
  )
}

/** Held occasions of one state; those that are ready are chosen and reported, each with its break. */
export const StudyOccasionList = island(List)

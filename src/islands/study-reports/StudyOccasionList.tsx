import { FileSpreadsheet } from '@lucide/icons'
import type { StudyOccasion } from '#api/office/study-reports/contract.ts'
import { countUnits } from '#api/office/study-reports/rules.ts'
import { island, useTexts } from '../client/texts.tsx'
import { BulkBar } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Table } from '../ui/Table.tsx'
import { useStudyColumns } from './study-columns.tsx'
import { useReports } from './use-reports.ts'

interface StudyOccasionListProps {
  occasions: readonly StudyOccasion[]
  /** URL of the list of reported occasions, which opens after a report. */
  reportedHref: string
}

const idOf = ({ occasionId }: StudyOccasion) => occasionId

function ReadyList({ occasions, reportedHref }: StudyOccasionListProps) {
  const t = useTexts('study-reports')
  const { chosen, typedBreak, breakOf, saving, choose, setBreak, fetchFile } = useReports(occasions, reportedHref)
  const columns = useStudyColumns({
    key: 'break',
    header: t('break'),
    cell: ({ occasionId: id, title }) => (
      <Field
        name={`break-${id}`}
        label={t('breakOf', { title })}
        hidesLabel
        inputMode="numeric"
        className="w-24"
        error={breakOf(id) === null ? t('breakWrong') : undefined}
        value={typedBreak(id)}
        onChange={(event) => setBreak(id, event.target.value)}
      />
    ),
  })
  const rows = occasions.map((one) => ({ ...one, units: countUnits(one.minutes, breakOf(one.occasionId) ?? 0) }))
  const selection = {
    selected: new Set(chosen),
    onChange: (selected: Set<number>) => choose([...selected]),
    nameOf: ({ title }: StudyOccasion) => title,
  }
  return (
    <>
      <Table caption={t('title')} columns={columns} rows={rows} idOf={idOf} selection={selection} cards="named" />
      {saving.failure && <ErrorBox>{saving.failure.message}</ErrorBox>}
      <BulkBar count={chosen.length} onClear={() => choose([])}>
        <Button
          size="small"
          tone="primary"
          isBusy={saving.isBusy}
          icon={<Icon of={FileSpreadsheet} size={16} />}
          onClick={fetchFile}
        >
          {t('fetch')}
        </Button>
      </BulkBar>
    </>
  )
}

function SettledList({ occasions }: StudyOccasionListProps) {
  const t = useTexts('study-reports')
  const columns = useStudyColumns(null)
  return <Table caption={t('title')} columns={columns} rows={occasions} idOf={idOf} cards="named" />
}

const List = (props: StudyOccasionListProps) =>
  props.occasions.every(({ state }) => state === 'ready') ? <ReadyList {...props} /> : <SettledList {...props} />

/** Held occasions of one state in a table; those that are ready are chosen and reported, each with its break. */
export const StudyOccasionList = island(List)

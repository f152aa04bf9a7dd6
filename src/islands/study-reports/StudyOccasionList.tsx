import { FileSpreadsheet } from '@lucide/icons'
import type { StudyOccasion } from '#api/office/study-reports/contract.ts'
import { countUnits } from '#api/office/study-reports/rules.ts'
import { island, useTexts } from '../client/texts.tsx'
import { BulkBar } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { StudyOccasionRow } from './StudyOccasionRow.tsx'
import { useReports } from './use-reports.ts'

interface StudyOccasionListProps {
  occasions: readonly StudyOccasion[]
  /** Address of the list of reported occasions, which opens after a report. */
  reportedHref: string
}

function ReadyList(props: StudyOccasionListProps) {
  const t = useTexts('study-reports')
  const { occasions, reportedHref } = props
  const { chosen, typedBreak, breakOf, saving, choose, chooseAll, setBreak, fetchFile } = useReports(
    occasions,
    reportedHref,
  )
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
          const { occasionId: id, title, minutes } = occasion
          const minutesOfBreak = breakOf(id)
          return (
            <StudyOccasionRow
              key={id}
              occasion={{ ...occasion, units: countUnits(minutes, minutesOfBreak ?? 0) }}
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
                  error={minutesOfBreak === null ? t('breakWrong') : undefined}
                  value={typedBreak(id)}
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
          onClick={fetchFile}
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

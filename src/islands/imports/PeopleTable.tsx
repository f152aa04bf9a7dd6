import { CircleAlert, CircleCheck, TriangleAlert } from '@lucide/icons'
import type { ImportedResultRow, NewEducation } from '#api/office/imports/contract.ts'
import { rowStatuses } from '#api/office/imports/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Icon } from '../ui/Icon.tsx'
import { type Column, Table } from '../ui/Table.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { RowEditor } from './RowEditor.tsx'
import { resultRow } from './result-row.ts'

const isNew = ({ status }: NewEducation) =>
  status === rowStatuses.newResult || status === rowStatuses.newResultAndEducation

/** Whether the preview offers to correct a row: it has an error, or was corrected before. */
const isEditable = ({ status, isEdited }: NewEducation) => status === rowStatuses.error || isEdited

/** The import whose rows can be corrected. */
interface RowEditing {
  batchId: number
  onSaved: () => void
}

function StatusIcon({ education: { status, message } }: { education: NewEducation }) {
  const t = useTexts('imports')
  if (status === rowStatuses.newResult || !message)
    return (
      <span className="inline-flex min-h-6 min-w-6 items-center justify-center">
        <Icon of={CircleCheck} size={18} className="text-success-ink" role="img" aria-label={t('willBeAdded')} />
      </span>
    )
  const isError = status === rowStatuses.error
  const icon = isError ? CircleAlert : TriangleAlert
  return (
    <Tooltip label={t(isError ? 'errorIcon' : 'warningIcon')} text={message}>
      <Icon of={icon} size={18} className={isError ? 'text-danger-ink' : 'text-warning-ink'} />
    </Tooltip>
  )
}

function NewEducations({ educations, editing }: { educations: readonly NewEducation[]; editing: RowEditing | null }) {
  const t = useTexts('imports')
  const byStatus = Map.groupBy(
    educations.filter(({ message }) => message !== null),
    ({ message }) => message,
  )
  return (
    <div className="grid min-w-56 gap-1.5">
      {!educations.some(isNew) && <p className="text-muted">{t('noneNew')}</p>}
      <ul className="grid gap-1">
        {educations.map((education) => (
          <li key={education.row} className="flex items-start gap-1.5">
            <StatusIcon education={education} />
            <div className="grid min-w-0 grow gap-1.5">
              <span className="wrap-anywhere">{education.name || t('noName')}</span>
              {editing && isEditable(education) && (
                <RowEditor
                  {...resultRow(editing.batchId, education.row)}
                  namespace="imports"
                  onSaved={editing.onSaved}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      {byStatus.size > 0 && (
        <ul className="grid gap-0.5 text-sm text-muted">
          {[...byStatus].map(([message, alike]) => (
            <li key={message}>
              {t('rowMessage', { count: alike.length, rows: alike.map(({ row }) => row).join(', '), message })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface NumberedRow extends ImportedResultRow {
  line: number
}

function Person({ id, name, profilePictureUrl }: NumberedRow) {
  const t = useTexts('imports')
  return (
    <span className="flex min-w-44 items-center gap-3">
      <Avatar name={name || '?'} src={profilePictureUrl} size="small" />
      {id === null ? (
        <span>
          {name || t('noName')} <span className="block text-sm font-normal text-muted">{t('notFound')}</span>
        </span>
      ) : (
        <a href={`/profile/${id}`} className="underline underline-offset-3 hover:text-accent-ink">
          {name}
        </a>
      )}
    </span>
  )
}

interface PeopleTableProps {
  people: readonly ImportedResultRow[]
  /** Null when the rows cannot be corrected. */
  editing: RowEditing | null
}

/**
 * Table of the people in the file in the given order, with the matching records of the portal, earlier and new
 * educations. Rows with an error or an earlier correction can be corrected in place, unless `editing` is null: it has
 * the id of the batch, and `onSaved` for after a correction.
 */
export function PeopleTable({ people, editing }: PeopleTableProps) {
  const t = useTexts('imports')
  const columns: Column<NumberedRow>[] = [
    { key: 'users', header: t('column.users'), isName: true, cell: (line) => <Person {...line} /> },
    {
      key: 'association',
      header: t('column.association'),
      cell: ({ organizations }) => Object.values(organizations).join(', ') || '–',
    },
    {
      key: 'earlier',
      header: t('column.earlier'),
      cell: ({ alreadyExistingEducations }) => alreadyExistingEducations.join(', ') || '–',
    },
    {
      key: 'new',
      header: t('column.new'),
      cell: ({ newEducations }) => <NewEducations educations={newEducations} editing={editing} />,
    },
  ]
  const rows = people.map((person, line) => ({ ...person, line: line + 1 }))
  return <Table caption={t('table')} columns={columns} rows={rows} idOf={({ line }) => line} cards="named" />
}

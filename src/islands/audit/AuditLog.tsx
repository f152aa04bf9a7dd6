import type { AuditEntry } from '#api/foundation/audit/contract.ts'
import { actionText, valueText, type Words, wordsOf } from '#api/foundation/audit/phrases/rules.ts'
import { changesIn } from '#api/foundation/audit/rules.ts'
import { momentText } from '#locales/moments.ts'
import { useTexts } from '../texts.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { type Column, Table } from '../ui/Table.tsx'
import { addressOfLog, type LogFilter } from './log-address.ts'
import { Target } from './Target.tsx'

interface AuditLogProps {
  entries: readonly AuditEntry[]
  names: Words['names']
  filter: LogFilter
  language: string
}

/** What was written; what it was before is struck out. */
function Changes({ data, words }: { data: AuditEntry['data']; words: Words }) {
  const { t, nameOf } = words
  // Of what is told by nothing but before and after, only the action says what it is.
  const shown = (field: string, value: unknown) => valueText(value, words, field || 'before')
  const changes = changesIn(data)
  if (changes.length === 0) return <span className="text-muted">–</span>
  const list = (
    <dl className="grid gap-1 text-sm">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="wrap-anywhere">
          {field && <dt className="inline font-medium">{nameOf(field)}: </dt>}
          <dd className="inline">
            {before !== undefined && (
              <>
                <span className="sr-only">{t('before')} </span>
                <del className="text-muted">{shown(field, before)}</del>{' '}
              </>
            )}
            {before !== undefined && after !== undefined && (
              <>
                <span aria-hidden>→ </span>
                <span className="sr-only">{t('after')} </span>
              </>
            )}
            {(before === undefined || after !== undefined) && shown(field, after)}
          </dd>
        </div>
      ))}
    </dl>
  )
  if (changes.length <= 3) return list
  return (
    <details>
      <summary className="cursor-pointer text-sm font-semibold">{t('fields', { count: changes.length })}</summary>
      {list}
    </details>
  )
}

const link = 'underline underline-offset-3 hover:text-ink'

/** Who did what to whom, read without any script; every name is the way to all that is known of it. */
export function AuditLog({ entries, names, filter, language }: AuditLogProps) {
  const t = useTexts('audit', language)
  const texts = {
    audit: t,
    auditFields: useTexts('auditFields', language),
    auditValues: useTexts('auditValues', language),
    refusals: useTexts('refusals', language),
  }
  const wordsFor = ({ action }: AuditEntry) => wordsOf(texts, { action, names, language })
  if (entries.length === 0) return <EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>
  const columns: Column<AuditEntry>[] = [
    {
      key: 'at',
      header: t('when'),
      cell: ({ at }) => (
        <time dateTime={at.toISOString()} className="text-sm whitespace-nowrap">
          {momentText(at, 'moment', language)}
        </time>
      ),
    },
    {
      key: 'who',
      header: t('who'),
      isName: true,
      cell: ({ userId, userName, data }) =>
        userId === null ? (
          <span className="font-normal text-muted">{t(data['integrationAccountId'] ? 'machine' : 'nobody')}</span>
        ) : (
          <a href={addressOfLog({ ...filter, who: String(userId) })} className={link}>
            {userName ?? `#${userId}`}
          </a>
        ),
    },
    {
      key: 'action',
      header: t('what'),
      cell: (entry) => actionText(entry, wordsFor(entry)),
    },
    {
      key: 'target',
      header: t('whom'),
      cell: (entry) => <Target entry={entry} filter={filter} words={wordsFor(entry)} />,
    },
    { key: 'data', header: t('changes'), cell: (entry) => <Changes data={entry.data} words={wordsFor(entry)} /> },
  ]
  return <Table caption={t('title')} columns={columns} rows={entries} idOf={({ id }) => id} cards="named" />
}

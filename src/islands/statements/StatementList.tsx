import type { ListedStatement } from '#api/courses/xapi/office/contract.ts'
import { momentText } from '#locales/moments.ts'
import { useTexts } from '../texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { type Column, Table } from '../ui/Table.tsx'
import { addressOfStatements, type StatementChoice } from './statement-address.ts'
import { actorName, ending, isJson, objectName, scoreText, textIn } from './statement-words.ts'

interface StatementListProps {
  statements: readonly ListedStatement[]
  choice: StatementChoice
  language: string
}

function Result({ statement, language }: { statement: ListedStatement['statement']; language: string }) {
  const t = useTexts('statements', language)
  const { result } = statement
  if (!isJson(result)) return <span className="text-muted">–</span>
  const { success, score } = result
  const points = scoreText(score, (percent) => t('score', { score: percent }))
  return (
    <span className="flex flex-wrap items-center gap-2">
      {typeof success === 'boolean' && (
        <Badge tone={success ? 'success' : 'warning'}>{t(success ? 'passedResult' : 'failedResult')}</Badge>
      )}
      {points !== null && <span className="tabular-nums">{points}</span>}
    </span>
  )
}

/** Names that somebody else wrote: of any length, and from either side. */
function Foreign({ text, className = '' }: { text: string; className?: string }) {
  return (
    <bdi className={`line-clamp-3 wrap-anywhere ${className}`} title={text.length > 120 ? text : undefined}>
      {text}
    </bdi>
  )
}

const link = 'underline underline-offset-3 hover:text-ink'

/** What the record store was told, read without any script; every name is the way to all that is told of it. */
export function StatementList({ statements, choice, language }: StatementListProps) {
  const t = useTexts('statements', language)
  if (statements.length === 0) return <EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>
  const verbOf = ({ verb, statement }: ListedStatement) => {
    const told = isJson(statement['verb']) ? textIn(statement['verb']['display'], language) : null
    return t(`verb.${ending(verb)}`, { defaultValue: told ?? ending(verb) })
  }
  const columns: Column<ListedStatement>[] = [
    {
      key: 'when',
      header: t('when'),
      cell: ({ stored }) => (
        <time dateTime={stored.toISOString()} className="block min-w-24 text-sm lg:whitespace-nowrap">
          {momentText(stored, 'moment', language)}
        </time>
      ),
    },
    {
      key: 'who',
      header: t('who'),
      isName: true,
      cell: ({ userId, userName, statement }) =>
        userId === null ? (
          <span className="block min-w-36 font-normal">
            <Foreign text={actorName(statement['actor']) ?? '–'} />
            <span className="text-sm text-muted">{t('otherSystem')}</span>
          </span>
        ) : (
          <a href={addressOfStatements({ ...choice, userId: String(userId) })} className={link}>
            {userName ?? `#${userId}`}
          </a>
        ),
    },
    {
      key: 'verb',
      header: t('verb'),
      cell: (row) => (
        <span className="flex min-w-28 flex-wrap items-center gap-2">
          <Foreign text={verbOf(row)} />
          {row.voided && <Badge tone="neutral">{t('voided')}</Badge>}
        </span>
      ),
    },
    {
      key: 'activity',
      header: t('activity'),
      cell: (row) => (
        <span className="block min-w-40 wrap-anywhere">
          <Foreign text={objectName(row.statement['object'], language) ?? row.educationPartTitle ?? '–'} />
          {row.educationPartId !== null && (
            <a
              href={addressOfStatements({ ...choice, educationPartId: String(row.educationPartId) })}
              className={`block text-sm text-muted ${link}`}
            >
              {row.educationPartTitle ?? `#${row.educationPartId}`}
            </a>
          )}
        </span>
      ),
    },
    { key: 'result', header: t('result'), cell: ({ statement }) => <Result {...{ statement, language }} /> },
    {
      key: 'details',
      header: t('details'),
      headerHidden: true,
      cell: ({ statement }) => (
        <details>
          <summary className="cursor-pointer text-sm font-semibold">{t('details')}</summary>
          <pre className="mt-2 max-w-xl text-xs sm:min-w-72 whitespace-pre-wrap wrap-anywhere">
            {JSON.stringify(statement, null, 2)}
          </pre>
        </details>
      ),
    },
  ]
  return <Table caption={t('title')} columns={columns} rows={statements} idOf={({ sequence }) => sequence} cards />
}

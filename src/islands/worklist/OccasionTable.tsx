import { useState } from 'react'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { occasionOrders } from '#api/catalogue/occasions/rules.ts'
import { maxExportedRows } from '#api/foundation/files/rules.ts'
import { maxSelectedOccasions } from '#api/office/mailings/rules.ts'
import { maxChosenOccasions } from '#api/office/worklist/rules.ts'
import { momentText, periodText } from '#locales/moments.ts'
import { moneyText } from '#locales/money.ts'
import type { Translate } from '#locales/translate.ts'
import { parseReplyText, type ReplyText } from '../client/reply-text.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { ExportButtons } from '../filters/ExportButtons.tsx'
import { useListSelection } from '../filters/use-list-selection.ts'
import { mailingHref } from '../mailings/mailing-href.ts'
import { Badge } from '../ui/Badge.tsx'
import { BulkBar } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { Peek } from '../ui/Peek.tsx'
import { Table, toColumns } from '../ui/Table.tsx'
import type { TableView } from '../ui/table-look.ts'
import { type ExportFilter, saveOccasions } from './save-occasions.ts'

interface OccasionTableProps {
  found: ReplyText<OccasionPage>
  filter: ExportFilter
  view: TableView<keyof typeof occasionOrders>
}

interface OccasionPage {
  items: Occasion[]
  total: number
}

const formatBooked = ({ maxParticipants, bookedCount }: Occasion, t: Translate) =>
  maxParticipants === null
    ? t('booked', { count: bookedCount })
    : t('bookedOf', { booked: bookedCount, places: maxParticipants })

const listFacts = (occasion: Occasion, language: string, t: Translate) => [
  { name: t('column.state'), value: occasion.canceled ? t('filter.canceled') : null },
  { name: t('column.education'), value: occasion.educationTitle },
  { name: t('column.part'), value: occasion.partTitle },
  { name: t('column.start'), value: periodText(occasion.startDate, occasion.endDate, language) },
  { name: t('column.city'), value: [occasion.city, occasion.venue, occasion.address].filter(Boolean).join(', ') },
  { name: t('column.places'), value: formatBooked(occasion, t) },
  { name: t('column.fee'), value: occasion.fee > 0 ? moneyText(occasion.fee, language) : null },
  {
    name: t('column.lastSignUp'),
    value: occasion.lastSignUpDate && momentText(occasion.lastSignUpDate, 'moment', language),
  },
]

function Name({ occasion }: { occasion: Occasion }) {
  const t = useTexts('worklist')
  const language = useLanguage()
  const title = occasion.title ?? occasion.partTitle
  const href = `/education/manageOccasion/${occasion.id}`
  return (
    <>
      <Peek id={`occasion-${occasion.id}`} title={title} facts={listFacts(occasion, language, t)} href={href}>
        <a href={href} className="min-w-0 underline-offset-3 hover:underline">
          {title}
        </a>
      </Peek>
      {occasion.title && <span className="block text-sm font-normal text-muted">{occasion.partTitle}</span>}
    </>
  )
}

function Places({ occasion }: { occasion: Occasion }) {
  const t = useTexts('worklist')
  if (occasion.canceled) return <Badge tone="danger">{t('filter.canceled')}</Badge>
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {formatBooked(occasion, t)}
      {!occasion.hasFreeSpots && <Badge tone="warning">{t('filter.full')}</Badge>}
    </span>
  )
}

function Occasions({ found, filter, view }: OccasionTableProps) {
  const t = useTexts('worklist')
  const language = useLanguage()
  const [{ items, total }] = useState(() => parseReplyText(found))
  const { sort: _, descending: __, ...selecting } = filter
  const selection = useListSelection({
    list: 'occasions',
    filter: JSON.stringify(selecting),
    shownIds: items.map(({ id }) => id),
    total,
    maxChosen: maxChosenOccasions,
    maxMatching: maxExportedRows,
  })
  const { ids, count } = selection
  return (
    <>
      <Table
        caption={t('occasions')}
        columns={toColumns<Occasion, keyof typeof occasionOrders>(view, {
          occasion: { isName: true, cell: (occasion) => <Name occasion={occasion} /> },
          start: { cell: ({ startDate }) => momentText(startDate, 'moment', language) },
          city: { cell: ({ city }) => city },
          places: { cell: (occasion) => <Places occasion={occasion} /> },
        })}
        rows={items}
        idOf={({ id }) => id}
        sortedBy={view.sortedBy}
        isDense={view.isDense}
        cards="named"
        selection={{
          selected: selection.selected,
          onChange: selection.change,
          nameOf: ({ title, partTitle, startDate }) =>
            `${title ?? partTitle}, ${momentText(startDate, 'moment', language)}`,
        }}
      />
      <BulkBar count={count} onClear={selection.clear}>
        {selection.isAllOffered && (
          <Button size="small" tone="quiet" onClick={selection.chooseAll}>
            {t('chooseAll', { count: total })}
          </Button>
        )}
        {ids && count <= maxSelectedOccasions && (
          <Button size="small" tone="primary" href={mailingHref({ kind: 'occasions', occasionIds: ids })}>
            {t('write')}
          </Button>
        )}
        <ExportButtons save={(kind) => saveOccasions(filter, { kind, name: t('file'), ids })} />
        {(!ids || count > maxSelectedOccasions) && (
          <p className="w-full text-sm text-muted">{t('writeTooMany', { most: maxSelectedOccasions })}</p>
        )}
      </BulkBar>
    </>
  )
}

/**
 * Table of occasions, which are chosen on all pages, at most 500 one by one, or all that the filter selects. The chosen
 * ones are saved as a file, and the participants of at most 20 are written to. A choice ends with the filter.
 */
export const OccasionTable = island(Occasions)

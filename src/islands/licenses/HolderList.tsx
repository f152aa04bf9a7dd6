import { useState } from 'react'
import type { FoundLicense } from '#api/participation/licenses/held/contract.ts'
import type { CycleFilter } from '#api/participation/licenses/held/rules.ts'
import { api } from '../client/api.ts'
import { parseReplyText, type ReplyText } from '../client/reply-text.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { useStoredSelection } from '../filters/use-stored-selection.ts'
import { mailingHref } from '../mailings/mailing-href.ts'
import { Badge } from '../ui/Badge.tsx'
import { BulkBar } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { Table, toColumns } from '../ui/Table.tsx'
import type { TableView } from '../ui/table-look.ts'
import { formatPeriod, stageTones } from './license-texts.ts'
import { type ChosenLicense, RenewMany } from './RenewMany.tsx'

/** Highest number of licences that are chosen. */
const maxChosen = 500

interface HolderListProps {
  found: ReplyText<FoundPage>
  filter: CycleFilter
  view: TableView<'person' | 'license' | 'period' | 'stage'>
}

interface FoundPage {
  items: FoundLicense[]
  total: number
}

const toChosen = ({ userId, userName, licenseId, licenseName }: FoundLicense): ChosenLicense => ({
  userId,
  userName,
  licenseId,
  licenseName,
})

/** Lists the licences that a filter selects, on all pages. */
async function findAll(filter: CycleFilter): Promise<FoundLicense[]> {
  const found: FoundLicense[] = []
  for (let page = 1; found.length < maxChosen; page += 1) {
    const { items } = await api('POST /Licenses/Search', { body: { ...filter, sort: 'person', page, pageSize: 200 } })
    found.push(...items)
    if (items.length < 200) break
  }
  return found.slice(0, maxChosen)
}

function List({ found: stored, filter, view }: HolderListProps) {
  const t = useTexts('licenses')
  const language = useLanguage()
  const [{ items, total }] = useState(() => parseReplyText(stored))
  const { chosen, choose } = useStoredSelection<ChosenLicense>('licenseHolders', JSON.stringify(filter))
  const { isBusy, failure, run } = useSaving()
  const [isRenewing, setRenewing] = useState(false)
  const keep = (licenses: readonly FoundLicense[]) =>
    choose(new Map(licenses.slice(0, maxChosen).map((one) => [one.id, toChosen(one)])))
  const change = (ids: ReadonlySet<number>) => {
    const shown = new Map(items.map((one) => [one.id, toChosen(one)]))
    const rows = [...ids].flatMap((id): [number, ChosenLicense][] => {
      const row = chosen.get(id) ?? shown.get(id)
      return row ? [[id, row]] : []
    })
    choose(new Map(rows.slice(0, maxChosen)))
  }
  const userIds = [...new Set([...chosen.values()].map(({ userId }) => userId))]
  const isWholePage = items.every(({ id }) => chosen.has(id))
  return (
    <>
      <Table
        caption={t('tab.holders')}
        columns={toColumns(view, {
          person: {
            isName: true,
            cell: ({ userId, userName }: FoundLicense) => (
              <a href={`/profile/${userId}?tab=licenses`} className="underline-offset-3 hover:underline">
                {userName}
              </a>
            ),
          },
          license: { cell: ({ licenseName }) => licenseName },
          period: { cell: (license) => formatPeriod(license, t, language) },
          stage: { cell: ({ stage }) => <Badge tone={stageTones[stage]}>{t(`stage.${stage}`)}</Badge> },
        })}
        rows={items}
        idOf={({ id }) => id}
        sortedBy={view.sortedBy}
        isDense={view.isDense}
        cards="named"
        selection={{
          selected: new Set(chosen.keys()),
          onChange: change,
          nameOf: ({ userName, licenseName }) => `${userName}, ${licenseName}`,
        }}
      />
      <BulkBar count={chosen.size} onClear={() => choose(new Map())}>
        {isWholePage && chosen.size < total && total <= maxChosen && (
          <Button
            size="small"
            tone="quiet"
            isBusy={isBusy}
            onClick={() => void run(async () => keep(await findAll(filter)))}
          >
            {t('holders.chooseAll', { count: total })}
          </Button>
        )}
        {failure && <span className="text-sm text-danger-ink">{failure.message}</span>}
        <Button size="small" tone="primary" href={mailingHref({ kind: 'users', userIds })}>
          {t('holders.write', { count: userIds.length })}
        </Button>
        <Button size="small" onClick={() => setRenewing(true)}>
          {t('holders.renew')}
        </Button>
      </BulkBar>
      {isRenewing && (
        <RenewMany licenses={[...chosen]} onLeft={(left) => choose(new Map(left))} onClose={() => setRenewing(false)} />
      )}
    </>
  )
}

/**
 * Licences of people by row, which are chosen on all pages, at most 500, and mailed or renewed together. A choice ends
 * with the filter.
 */
export const HolderList = island(List)

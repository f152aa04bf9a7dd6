import { Mail, Printer, UserPlus } from '@lucide/icons'
import { useTexts } from '../client/texts.tsx'
import { FilterBar } from '../filters/FilterBar.tsx'
import { mailingHref } from '../mailings/mailing-href.ts'
import { DownloadButton } from '../reports/DownloadButton.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Select } from '../ui/Select.tsx'
import { type Order, orders } from './participant-rows.ts'
import type { ParticipantSearch } from './participants-url.ts'

interface ParticipantToolsProps {
  search: ParticipantSearch
  onSearch: (fields: Partial<ParticipantSearch>) => void
  onAdd: () => void
  onExport: () => Promise<unknown>
  isCanceled: boolean
  occasionId: number
}

/**
 * Search, order and operations on the whole list of participants: add people (not to a cancelled occasion), a link to
 * write a mailing, print the page, and save as a file. `onSearch` receives only the changed fields of `search`.
 */
export function ParticipantTools({ search, onSearch, onAdd, onExport, isCanceled, occasionId }: ParticipantToolsProps) {
  const t = useTexts('occasions')
  const choices = orders.map((value) => ({ value, label: t(`order.${value}`) }))
  return (
    <FilterBar
      search={search}
      change={onSearch}
      find={{ name: 'find', label: t('find'), className: 'flex-1 basis-56' }}
      className="mt-6 flex flex-wrap items-end gap-3"
      isToolbar
    >
      <Select
        name="order"
        label={t('order')}
        options={choices}
        value={search.order}
        onChange={(event) => onSearch({ order: event.target.value as Order })}
        className="basis-44"
      />
      {!isCanceled && (
        <Button tone="primary" icon={<Icon of={UserPlus} size={18} />} onClick={onAdd}>
          {t('add.open')}
        </Button>
      )}
      <Button href={mailingHref({ kind: 'occasion', occasionId })} icon={<Icon of={Mail} size={18} />}>
        {t('mailing')}
      </Button>
      <Button icon={<Icon of={Printer} size={18} />} onClick={() => print()}>
        {t('print')}
      </Button>
      <DownloadButton save={onExport}>{t('export')}</DownloadButton>
    </FilterBar>
  )
}

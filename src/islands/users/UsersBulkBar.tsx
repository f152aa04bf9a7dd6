import { Download } from '@lucide/icons'
import { maxMatchingUsers } from '#api/people/user-management/lists/rules.ts'
import { useTexts } from '../client/texts.tsx'
import type { ChoiceOfAll } from '../filters/use-choice-of-all.ts'
import { mailingHref } from '../mailings/mailing-href.ts'
import { BulkBar } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Menu } from '../ui/Menu.tsx'
import { FindPeopleButton } from './FindPeopleButton.tsx'
import type { useExport } from './use-export.ts'
import type { UserSearch } from './users-url.ts'

/** Highest number of people that are changed or mailed when they are chosen one by one. */
const maxChosen = 500

const toMailing = (userIds: number[]) => mailingHref({ kind: 'users', userIds })

interface UsersBulkBarProps {
  search: UserSearch
  /** Number of people whom the search finds, on all pages. */
  total: number
  chosen: ReadonlySet<number>
  /** Whether all people of a page are chosen and there are other pages. */
  isWholePage: boolean
  all: ChoiceOfAll
  editsRoles: boolean
  exporting: ReturnType<typeof useExport>
  onChoose: (ids: ReadonlySet<number>) => void
  onRoles: () => void
}

/**
 * Operations on the chosen people: roles, a mailing and an export. With a whole page chosen it offers all people that
 * match, or the first 500 of more than 2,000. All that match are changed and exported by the filter, and mailed when
 * they are at most 500; more are mailed by a saved view.
 */
export function UsersBulkBar(props: UsersBulkBarProps) {
  const { search, total, chosen, isWholePage, all, editsRoles, exporting, onChoose, onRoles } = props
  const t = useTexts('users')
  const clear = () => {
    all.clear()
    onChoose(new Set())
  }
  const isMailable = !search.educationId && !search.occasionId
  return (
    <BulkBar count={all.isAll ? total : chosen.size} onClear={clear}>
      {isWholePage && all.isOffered && (
        <Button size="small" tone="quiet" onClick={all.chooseAll}>
          {t('chooseAll', { count: total })}
        </Button>
      )}
      {isWholePage && total > maxMatchingUsers && chosen.size < maxChosen && (
        <FindPeopleButton
          label={t('chooseFirst', { count: maxChosen })}
          search={search}
          most={maxChosen}
          tone="quiet"
          onFound={(ids) => onChoose(new Set([...new Set([...chosen, ...ids])].slice(0, maxChosen)))}
        />
      )}
      {editsRoles && (
        <Button size="small" tone="primary" disabled={!all.isAll && chosen.size > maxChosen} onClick={onRoles}>
          {t('menu.roles')}
        </Button>
      )}
      {isMailable && !all.isAll && (
        <Button size="small" href={toMailing([...chosen])}>
          {t('mailing')}
        </Button>
      )}
      {isMailable && all.isAll && total <= maxChosen && (
        <FindPeopleButton
          label={t('mailing')}
          search={search}
          most={total}
          onFound={(ids) => location.assign(toMailing(ids))}
        />
      )}
      <Menu actions={exporting.actions(all.isAll ? null : [...chosen])}>
        <Icon of={Download} size={16} /> {t('exportChosen')}
      </Menu>
    </BulkBar>
  )
}

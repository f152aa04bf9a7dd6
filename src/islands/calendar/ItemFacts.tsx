import { useLanguage, useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Icon } from '../ui/Icon.tsx'
import { type FactsItem, itemFacts, itemStatusLook } from './item-look.ts'
import type { ItemState } from './item-state.ts'

/**
 * Place, available seats and price of an item, the seats in red when it is full. Seats are left out once it has started
 * or is cancelled.
 */
export function ItemFacts({ item, state }: { item: FactsItem; state: ItemState }) {
  const t = useTexts('calendar')
  const language = useLanguage()
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {itemFacts(item, state, t, language).map(({ icon, text, isAlarming }) => (
        <li key={icon.name} className="flex items-center gap-1.5">
          <span className="text-muted">
            <Icon of={icon} size={16} />
          </span>
          <span className={isAlarming ? 'font-semibold text-danger-ink' : undefined}>{text}</span>
        </li>
      ))}
    </ul>
  )
}

/**
 * Badge with the reader's own booking, or with the reason why the item is closed; nothing for an open, full or blocked
 * item.
 */
export function ItemStatus({ state }: { state: ItemState }) {
  const t = useTexts('calendar')
  const look = itemStatusLook(state)
  if (!look) return null
  return (
    <Badge tone={look.tone} icon={look.icon && <Icon of={look.icon} size={14} />}>
      {t(state)}
    </Badge>
  )
}

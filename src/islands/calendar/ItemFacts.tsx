import { CircleX, Clock, MapPin, UserCheck, Users, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { moneyText } from '#locales/money.ts'
import { useLanguage, useTexts } from '../texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import type { ItemState, ShownItem } from './item-state.ts'

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-center gap-1.5">
    <span className="text-muted">{icon}</span>
    {children}
  </li>
)

interface FactsProps {
  /** No more of it than is told: equal facts of a hundred items are put in once. */
  item: Pick<ShownItem, 'city' | 'venue' | 'isOnline' | 'availableSpots' | 'fee'>
  state: ItemState
  language?: string | undefined
}

/** Where, how many places and at what price. */
export function ItemFacts({ item, state, language }: FactsProps) {
  const t = useTexts('calendar', language)
  const reader = useLanguage()
  const { city, venue, isOnline, availableSpots, fee } = item
  const place = [venue, city, isOnline && t('online')].filter(Boolean).join(', ')
  const isOver = state === 'canceled' || state === 'started'
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {place && <Fact icon={<MapPin size={16} aria-hidden />}>{place}</Fact>}
      {!isOver && (
        <Fact icon={<Users size={16} aria-hidden />}>
          <span className={state === 'full' ? 'font-semibold text-danger-ink' : undefined}>
            {availableSpots === null ? t('unlimited') : t('spots', { count: availableSpots })}
          </span>
        </Fact>
      )}
      <Fact icon={<Wallet size={16} aria-hidden />}>{fee > 0 ? moneyText(fee, language ?? reader) : t('free')}</Fact>
    </ul>
  )
}

const looks = {
  booked: { tone: 'success', Icon: UserCheck },
  pending: { tone: 'warning', Icon: Clock },
  canceled: { tone: 'danger', Icon: CircleX },
} as const

/** The reader's own booking, and what shuts an item; silent where one may choose it. */
export function ItemStatus({ state, language }: Omit<FactsProps, 'item'>) {
  const t = useTexts('calendar', language)
  if (state === 'booked' || state === 'pending' || state === 'canceled') {
    const { tone, Icon } = looks[state]
    return (
      <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
        {t(state)}
      </Badge>
    )
  }
  if (state === 'started' || state === 'closed') return <Badge>{t(state)}</Badge>
  return null
}

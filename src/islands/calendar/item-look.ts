import { CircleX, Clock, MapPin, UserCheck, Users, Wallet } from '@lucide/icons'
import { moneyText } from '#locales/money.ts'
import type { Translate } from '#locales/translate.ts'
import type { ItemState, ShownItem } from './item-state.ts'
import { seatsText } from './seats-text.ts'

export type FactsItem = Pick<
  ShownItem,
  'city' | 'venue' | 'isOnline' | 'availableSpots' | 'fee' | 'isFeePaid' | 'isFeeOfSet'
>

/**
 * Returns place, available seats and price of an item in this order, each with its icon, in texts of `calendar`.
 * `isAlarming` marks the seats of a full item. An unknown place is left out, and so are the seats once the item has
 * started or is cancelled. The price is that of all dates of a set; at 0 it is free, or says that nothing more is due.
 */
export function itemFacts(item: FactsItem, state: ItemState, t: Translate, language: string) {
  const { city, venue, isOnline, availableSpots, fee, isFeePaid, isFeeOfSet } = item
  const place = [venue, city, isOnline && t('online')].filter(Boolean).join(', ')
  const isOver = state === 'canceled' || state === 'started'
  const seats = seatsText(availableSpots, t)
  const nothing = t(isFeePaid ? 'nothingToPay' : 'free')
  const money = moneyText(fee, language)
  const price = isFeeOfSet ? t('feeOfDates', { fee: money }) : money
  return [
    ...(place ? [{ icon: MapPin, text: place, isAlarming: false }] : []),
    ...(isOver ? [] : [{ icon: Users, text: seats, isAlarming: state === 'full' }]),
    { icon: Wallet, text: fee > 0 ? price : nothing, isAlarming: false },
  ]
}

const bookings = {
  booked: { tone: 'success', icon: UserCheck },
  pending: { tone: 'warning', icon: Clock },
  canceled: { tone: 'danger', icon: CircleX },
} as const

/**
 * Returns tone and icon of an item's badge; null for an open, full or blocked item, which has none. The icon is null
 * for a started or closed item.
 */
export function itemStatusLook(state: ItemState) {
  if (state === 'booked' || state === 'pending' || state === 'canceled') return bookings[state]
  return state === 'started' || state === 'closed' ? ({ tone: 'neutral', icon: null } as const) : null
}

import { useMemo, useState } from 'react'
import type { WaitingEntry } from '#api/participation/waiting-list/contract.ts'
import type { ItemBooking } from '../bookings/BookingDetails.tsx'
import { island } from '../client/texts.tsx'
import { listEntriesAt } from '../waiting-list/queue-texts.ts'
import { ItemDialog } from './ItemDialog.tsx'
import type { ItemPeople } from './item-people.ts'
import { parseItems } from './serialize-items.ts'
import { findStanding, type ItemStanding } from './standing-text.ts'

interface GridDialogProps {
  /** Items as `serializeItems` writes them. */
  serializedItems: string
  userId: number
  /** The booking that each item shows, by its id. */
  bookings: Readonly<Record<string, ItemBooking>>
  standings: readonly ItemStanding[]
  isExternal: boolean
  /** The people of each item, by its id; empty when all dates are shown. */
  people: Record<string, ItemPeople>
  /** The reader's places in queues. */
  waiting: readonly WaitingEntry[]
}

function OpenedItem({ serializedItems, bookings, standings, people, waiting, ...reader }: GridDialogProps) {
  const [openedId, setOpenedId] = useState<string | null>(null)
  const items = useMemo(() => parseItems(serializedItems), [serializedItems])
  const item = items.find(({ id }) => id === openedId) ?? null
  return (
    <>
      <button type="button" hidden data-opens-item onClick={(event) => setOpenedId(event.currentTarget.value)} />
      <ItemDialog
        item={item}
        people={item ? people[item.id] : undefined}
        booking={item ? bookings[item.id] : undefined}
        standing={item ? findStanding(standings, item) : undefined}
        entries={item ? listEntriesAt(waiting, item) : []}
        {...reader}
        onClose={() => setOpenedId(null)}
      />
    </>
  )
}

/**
 * Dialog of the items that the server draws in a grid, opened by the id of an item: `open-item.ts` presses its hidden
 * button with that id as the value. Closed for an unknown id. The records of bookings and people are by item id.
 */
export const GridDialog = island(OpenedItem)

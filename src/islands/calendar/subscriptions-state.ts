import { atom } from 'nanostores'
import type { CalendarSubscription } from '#api/office/calendar/subscriptions/contract.ts'
import { api } from '../client/api.ts'

export type Kind = CalendarSubscription['kind']

interface Subscriptions {
  /** Null until they have been read. */
  all: readonly CalendarSubscription[] | null
  /** What is being made or revoked. */
  busy: string | null
  refusal: string | null
}

const messageOf = (error: unknown, otherwise: string) => (error instanceof Error ? error.message : otherwise)

/** One's own addresses: read when the dialog opens, made and revoked one at a time. */
export function subscriptionsState(failed: string) {
  const $state = atom<Subscriptions>({ all: null, busy: null, refusal: null })
  const set = (change: Partial<Subscriptions>) => $state.set({ ...$state.get(), ...change })

  async function work(busy: string, change: () => Promise<readonly CalendarSubscription[]>): Promise<boolean> {
    if ($state.get().busy) return false
    set({ busy, refusal: null })
    try {
      set({ all: await change(), busy: null })
      return true
    } catch (error) {
      set({ busy: null, refusal: messageOf(error, failed) })
      return false
    }
  }

  const others = (made: CalendarSubscription) => ($state.get().all ?? []).filter(({ id }) => id !== made.id)

  return {
    $state,
    load: () => work('load', () => api('GET /Calendar/subscriptions')),
    make: (kind: Kind, organizationId: number | null) =>
      work(`make ${kind}`, async () => {
        const made = await api('POST /Calendar/subscriptions', { body: { kind, organizationId } })
        return [...others(made), made]
      }),
    revoke: (gone: CalendarSubscription) =>
      work(`revoke ${gone.id}`, async () => {
        await api('DELETE /Calendar/subscriptions/:id', { params: { id: gone.id } })
        return others(gone)
      }),
  }
}
export type SubscriptionsStore = ReturnType<typeof subscriptionsState>

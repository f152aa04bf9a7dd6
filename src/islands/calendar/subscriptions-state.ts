import { atom } from 'nanostores'
import type { CalendarSubscription } from '#api/office/calendar/subscriptions/contract.ts'
import { api } from '../client/api.ts'

export type SubscriptionKind = CalendarSubscription['kind']

interface Subscriptions {
  /** Null until loaded. */
  all: readonly CalendarSubscription[] | null
  /** Name of the operation under way. */
  busyId: string | null
  refusal: string | null
}

const messageOf = (error: unknown, fallback: string) => (error instanceof Error ? error.message : fallback)

/**
 * Creates the state of the person's calendar subscriptions: the store `$state` and `load`, `create` and `revoke`, of
 * which one runs at a time. Nothing is loaded before `load`: `all` is null until then.
 *
 * Each operation resolves with whether it succeeded, and with false while another runs. It never rejects: `refusal` has
 * the error's text, or else `failureText`. `busyId` names the operation under way.
 */
export function createSubscriptionsState(failureText: string) {
  const $state = atom<Subscriptions>({ all: null, busyId: null, refusal: null })
  const set = (change: Partial<Subscriptions>) => $state.set({ ...$state.get(), ...change })

  async function run(busyId: string, change: () => Promise<readonly CalendarSubscription[]>): Promise<boolean> {
    if ($state.get().busyId) return false
    set({ busyId, refusal: null })
    try {
      set({ all: await change(), busyId: null })
      return true
    } catch (error) {
      set({ busyId: null, refusal: messageOf(error, failureText) })
      return false
    }
  }

  const withoutSubscription = (subscription: CalendarSubscription) =>
    ($state.get().all ?? []).filter(({ id }) => id !== subscription.id)

  return {
    $state,
    load: () => run('load', () => api('GET /Calendar/subscriptions')),
    create: (kind: SubscriptionKind, organizationId: number | null) =>
      run(`make ${kind}`, async () => {
        const subscription = await api('POST /Calendar/subscriptions', { body: { kind, organizationId } })
        return [...withoutSubscription(subscription), subscription]
      }),
    revoke: (subscription: CalendarSubscription) =>
      run(`revoke ${subscription.id}`, async () => {
        await api('DELETE /Calendar/subscriptions/:id', { params: { id: subscription.id } })
        return withoutSubscription(subscription)
      }),
  }
}
export type SubscriptionsStore = ReturnType<typeof createSubscriptionsState>

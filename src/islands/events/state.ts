import { atom } from 'nanostores'
import type { Event } from '#api/catalogue/events/contract.ts'
import { eventLength, eventLengthAtMost } from '#api/catalogue/events/rules.ts'

export interface ShownEvent extends Event {
  /** Shown before the server has answered. */
  saving?: true
}

export interface Draft {
  /** Null while it is a new event. */
  event: Event | null
  content: string
  /** What is wrong, as a text key or the server's own words. */
  problem?: string
}

export interface EventsState {
  events: readonly ShownEvent[]
  draft: Draft | null
  /** The event that the reader is asked about. */
  removing: Event | null
  /** Why something already closed did not happen. */
  failure: string | null
}

/** The calls that the list makes. */
export interface EventCalls {
  create: (content: string) => Promise<Event>
  change: (event: Event, content: string) => Promise<Event>
  remove: (event: Event) => Promise<unknown>
}

export type Author = { id: number; name: string }

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'An unknown error occured.')

/** What is wrong with a text before the server is asked. */
export function problemOf(content: string): string | undefined {
  if (content.trim() === '') return 'contentMissing'
  return eventLength(content.trim()) > eventLengthAtMost ? 'contentTooLong' : undefined
}

export const isSaving = ({ events }: EventsState) => events.some((event) => event.saving)

/** View, create or edit, then save or cancel. A change is shown at once and taken back, text and all, when it fails. */
export function eventsState(initial: readonly Event[], author: Author, calls: EventCalls) {
  const $state = atom<EventsState>({ events: initial, draft: null, removing: null, failure: null })
  const set = (change: Partial<EventsState>) => $state.set({ ...$state.get(), ...change })

  const replace = (old: ShownEvent, ...by: ShownEvent[]) =>
    set({ events: $state.get().events.flatMap((event) => (event === old ? by : [event])) })

  async function attempt(draft: Draft, shown: ShownEvent, call: () => Promise<Event>) {
    const { event: original } = draft
    set({ draft: null, failure: null })
    if (original) replace(original, shown)
    else set({ events: [shown, ...$state.get().events] })
    try {
      replace(shown, await call())
    } catch (error) {
      replace(shown, ...(original ? [original] : []))
      set({ draft: { ...draft, problem: messageOf(error) } })
    }
  }

  /** One save at a time: a refused one needs the editor back for the text that was typed. */
  const open = (draft: Draft) => {
    if (!isSaving($state.get())) set({ draft, failure: null })
  }

  return {
    $state,
    /** A newer list from the server; what somebody is in the middle of is left alone. */
    receive(events: readonly Event[]) {
      const state = $state.get()
      if (!state.draft && !state.removing && !isSaving(state)) set({ events })
    },
    create: () => open({ event: null, content: '' }),
    edit: (event: Event) => open({ event, content: event.content }),
    type(content: string) {
      const { draft } = $state.get()
      if (draft) set({ draft: { event: draft.event, content } })
    },
    cancel: () => set({ draft: null }),
    async save() {
      const { draft } = $state.get()
      if (!draft) return
      const problem = problemOf(draft.content)
      if (problem) return set({ draft: { ...draft, problem } })
      const content = draft.content.trim()
      const { event } = draft
      if (event) return attempt(draft, { ...event, content, saving: true }, () => calls.change(event, content))
      const now = new Date()
      // Ids of stored events are positive: this one cannot be taken for another.
      const made = { id: -now.getTime(), content, created: now, modified: now, saving: true } as const
      const shown = { ...made, createdByUserId: author.id, createdByName: author.name }
      return attempt(draft, shown, () => calls.create(content))
    },
    askToRemove: (removing: Event | null) => set({ removing }),
    async remove() {
      const { removing, events } = $state.get()
      if (!removing) return
      const at = events.indexOf(removing)
      set({ removing: null, failure: null, events: events.filter((event) => event !== removing) })
      try {
        await calls.remove(removing)
      } catch (error) {
        set({ events: $state.get().events.toSpliced(at, 0, removing), failure: messageOf(error) })
      }
    },
  }
}

export type EventsStore = ReturnType<typeof eventsState>

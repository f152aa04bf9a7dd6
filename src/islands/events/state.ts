import { atom } from 'nanostores'
import type { Event } from '#api/catalogue/events/contract.ts'
import { countCharacters, maxEventLength } from '#api/catalogue/events/rules.ts'

export interface ShownEvent extends Event {
  /** Shown before the server has answered. */
  saving?: true
}

export interface EventDraft {
  /** Null for a new event. */
  event: Event | null
  content: string
  /** The problem, as a text key or as the server's text. */
  problem?: string
}

export interface EventsState {
  events: readonly ShownEvent[]
  draft: EventDraft | null
  /** The event whose removal the person is asked to confirm. */
  removing: Event | null
  /** Why an operation failed after its editor or question was closed. */
  failure: string | null
}

/** Calls that the list makes. */
export interface EventCalls {
  create: (content: string) => Promise<Event>
  change: (event: Event, content: string) => Promise<Event>
  remove: (event: Event) => Promise<unknown>
}

export type EventAuthor = { id: number; name: string }

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'An unknown error occured.')

/**
 * Returns the problem of a text as a key of `events`, before it is sent; undefined without one. A text must not be
 * blank or longer than an event may be.
 */
export function validateContent(content: string): string | undefined {
  if (content.trim() === '') return 'contentMissing'
  return countCharacters(content.trim()) > maxEventLength ? 'contentTooLong' : undefined
}

/** Whether any event is being saved. */
export const isSaving = ({ events }: EventsState) => events.some((event) => event.saving)

/**
 * State of the events and their editor: the store `$state`, and `create`, `edit`, `type`, `save` and `cancel` of the
 * editor. A change is shown at once and reverted when it fails; the typed text then returns to the editor with the
 * problem. `remove` removes the event that `askToRemove` named; a failed removal puts it back and sets `failure`.
 * `receive` takes a newer list, unless the person is editing, removing or saving one.
 *
 * No editor opens while a save is under way. A text that `validateContent` refuses is not sent. `calls` are those to
 * the server; `author` is shown on a new event before it answers.
 */
export function createEventsState(initial: readonly Event[], author: EventAuthor, calls: EventCalls) {
  const $state = atom<EventsState>({ events: initial, draft: null, removing: null, failure: null })
  const set = (change: Partial<EventsState>) => $state.set({ ...$state.get(), ...change })

  const replace = (old: ShownEvent, ...by: ShownEvent[]) =>
    set({ events: $state.get().events.flatMap((event) => (event === old ? by : [event])) })

  async function attempt(draft: EventDraft, shown: ShownEvent, call: () => Promise<Event>) {
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

  /** Opens the editor unless a save is under way: a failed one needs the editor for the text that was typed. */
  const open = (draft: EventDraft) => {
    if (!isSaving($state.get())) set({ draft, failure: null })
  }

  return {
    $state,
    /** Replaces the list with a newer one from the server, unless the person is editing or removing an event. */
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
      const problem = validateContent(draft.content)
      if (problem) return set({ draft: { ...draft, problem } })
      const content = draft.content.trim()
      const { event } = draft
      if (event) return attempt(draft, { ...event, content, saving: true }, () => calls.change(event, content))
      const now = new Date()
      // Stored ids are positive, so this one matches none of them.
      const placeholder = { id: -now.getTime(), content, created: now, modified: now, saving: true } as const
      const shown = { ...placeholder, createdByUserId: author.id, createdByName: author.name }
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

export type EventsStore = ReturnType<typeof createEventsState>

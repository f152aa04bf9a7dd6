/** An organisation as the register has it. */
interface Entry {
  id: string
  name: string
  type: 0 | 1 | 2
  parentId?: string | null | undefined
  orgNr?: string | null | undefined
}

/** An organisation of the portal. */
export interface KnownOrganization {
  id: number
  name: string
  type: 0 | 1 | 2
  parentId: number | null
  orgNr: string | null
  externalId: string | null
  active: boolean
}

/** An organisation of the portal that gets the id of the register, and what the two have in common. */
export interface Connection {
  id: number
  name: string
  externalId: string
  by: 'number' | 'name' | 'federation'
}

/**
 * An organisation of the register that is not guessed; `candidates` are ids of the portal, none for one below another.
 */
export interface UnclearEntry {
  externalId: string
  name: string
  candidates: number[]
}

export interface ConnectionPlan {
  /** By level, federations first. */
  connected: Connection[]
  /** By level, federations first. */
  unclear: UnclearEntry[]
}

/**
 * Returns the ten digits of an organisation number, which may have a century before them; null for none or only zeros.
 */
const toDigits = (orgNr: string | null | undefined) => {
  const digits = orgNr?.replace(/\D/g, '').slice(-10) ?? ''
  return /[1-9]/.test(digits) ? digits : null
}
const toNameText = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('sv')

/** True unless both have an organisation number, and not the same. */
const mayBeSame = (entry: Entry, known: KnownOrganization) => {
  const [one, other] = [toDigits(entry.orgNr), toDigits(known.orgNr)]
  return !one || !other || one === other
}

const toNameKey = ({ type, name }: Pick<Entry, 'type' | 'name'>) => `${type} ${toNameText(name)}`

/**
 * State of one plan while it is made. Lists are looked up by number and name, as a register has thousands of entries.
 */
class Planner {
  readonly connected: Connection[] = []
  readonly unclear: UnclearEntry[] = []
  readonly #unclearIds = new Set<string>()
  /** Organisation of the portal by the id in the register. */
  readonly #ids = new Map<string, number>()
  readonly #free: Set<KnownOrganization>
  readonly #waiting: Set<Entry>
  readonly #knownByNumber: ReadonlyMap<string | null, KnownOrganization[]>
  readonly #knownByName: ReadonlyMap<string, KnownOrganization[]>

  constructor(
    readonly entries: readonly Entry[],
    readonly known: readonly KnownOrganization[],
  ) {
    const given = new Set(entries.map(({ id }) => id))
    for (const { id, externalId } of known)
      if (externalId !== null && given.has(externalId)) this.#ids.set(externalId, id)
    this.#free = new Set(known.filter(({ externalId }) => externalId === null || !given.has(externalId)))
    const waiting = entries.filter(({ id }) => !this.#ids.has(id))
    this.#waiting = new Set(waiting.sort((one, other) => one.type - other.type))
    this.#knownByNumber = Map.groupBy(known, ({ orgNr }) => toDigits(orgNr))
    this.#knownByName = Map.groupBy(known, toNameKey)
  }

  #connect(entry: Entry, organization: KnownOrganization, by: Connection['by']): void {
    this.#ids.set(entry.id, organization.id)
    this.connected.push({ id: organization.id, name: entry.name, externalId: entry.id, by })
    this.#free.delete(organization)
    this.#waiting.delete(entry)
  }

  #leave(entry: Entry, candidates: readonly KnownOrganization[]): void {
    this.unclear.push({ externalId: entry.id, name: entry.name, candidates: candidates.map(({ id }) => id) })
    this.#unclearIds.add(entry.id)
    this.#waiting.delete(entry)
  }

  /** Connects what has the same number and type, when one organisation on each side has the number. */
  byNumber(): void {
    const entriesByNumber = Map.groupBy(this.entries, ({ orgNr }) => toDigits(orgNr))
    for (const entry of this.#waiting) {
      const number = toDigits(entry.orgNr)
      const holders = number ? (this.#knownByNumber.get(number) ?? []) : []
      const candidates = holders.filter((holder) => this.#free.has(holder))
      const [only] = candidates
      if (!only) continue
      const isOnly = holders.length === 1 && entriesByNumber.get(number)?.length === 1
      if (isOnly && only.type === entry.type) this.#connect(entry, only, 'number')
      else this.#leave(entry, candidates)
    }
  }

  /** Connects the only federation of each side, whatever they are called. */
  theFederation(): void {
    const [entry, another] = this.entries.filter(({ type }) => type === 0)
    const [federation, second] = this.known.filter(({ type }) => type === 0)
    if (!entry || another || !federation || second) return
    if (this.#waiting.has(entry) && this.#free.has(federation) && mayBeSame(entry, federation))
      this.#connect(entry, federation, 'federation')
  }

  /** Lists the active organisations that are not connected and have the name and the type, by id. */
  #listNamesakes(entry: Entry): KnownOrganization[] {
    const namesakes = this.#knownByName.get(toNameKey(entry)) ?? []
    return namesakes.filter((known) => known.active && this.#free.has(known) && mayBeSame(entry, known))
  }

  #isBelow(entry: Entry, { parentId }: KnownOrganization): boolean {
    return entry.parentId ? this.#ids.get(entry.parentId) === parentId : parentId === null
  }

  /** Connects what has the same name and parent on a level, when one organisation on each side has them. */
  #exactNames(level: readonly Entry[]): void {
    const toKey = (entry: Entry) => `${entry.parentId ?? ''} ${toNameText(entry.name)}`
    const twins = Map.groupBy(level, toKey)
    for (const entry of level) {
      const [only, other] = this.#listNamesakes(entry).filter((known) => this.#isBelow(entry, known))
      if (only && !other && twins.get(toKey(entry))?.length === 1) this.#connect(entry, only, 'name')
    }
  }

  /**
   * Connects one level by name, and leaves alone what has namesakes that may be meant, or a parent that is left alone.
   */
  byName(type: Entry['type']): void {
    const level = [...this.#waiting].filter((entry) => entry.type === type)
    this.#exactNames(level)
    for (const entry of level.filter((one) => this.#waiting.has(one))) {
      const candidates = this.#listNamesakes(entry)
      const isBelowUnclear = this.#unclearIds.has(entry.parentId ?? '')
      if (candidates.length > 0 || isBelowUnclear) this.#leave(entry, candidates)
    }
  }
}

/**
 * Decides which organisations of the portal are those of a register that does not know them by their ids: they were
 * entered by hand, or come from another source. Those that have their id in the register are not in the plan.
 *
 * An organisation is connected by its number and type, as the only federation, or by name, type and parent, when one on
 * each side has it. One out of use is not connected by name. Two different numbers are two organisations. What has
 * several candidates, or a namesake below another parent, is unclear and not guessed, and so is what is below it.
 * Anything else is new.
 */
export function planConnections(entries: readonly Entry[], known: readonly KnownOrganization[]): ConnectionPlan {
  const planner = new Planner(entries, known)
  planner.byNumber()
  planner.theFederation()
  for (const type of [0, 1, 2] as const) planner.byName(type)
  return { connected: planner.connected, unclear: planner.unclear }
}

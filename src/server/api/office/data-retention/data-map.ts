import { catalogue } from './map/catalogue.ts'
import { files } from './map/files.ts'
import { learning } from './map/learning.ts'
import { messages } from './map/messages.ts'
import { money } from './map/money.ts'
import { people } from './map/people.ts'
import { recordStore } from './map/record-store.ts'
import { security } from './map/security.ts'
import type { TableRule } from './rules.ts'

export const areas = [
  'people',
  'security',
  'recordStore',
  'learning',
  'messages',
  'money',
  'files',
  'catalogue',
] as const
export type Area = (typeof areas)[number]

/**
 * Every table of the database by area: purpose, legal ground, retention period, and what an erasure does to each
 * column. An erasure follows this order: a table comes before the tables that its conditions read.
 */
export const mapByArea: Readonly<Record<Area, Readonly<Record<string, TableRule>>>> = {
  people,
  security,
  recordStore,
  learning,
  messages,
  money,
  files,
  catalogue,
}

export const dataMap: ReadonlyMap<string, TableRule> = new Map(areas.flatMap((area) => Object.entries(mapByArea[area])))

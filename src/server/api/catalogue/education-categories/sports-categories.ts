import type { Ctx } from '#api/context.ts'
import {
  createListedSource,
  createRemoteSource,
  type SportsCategorySource,
} from '#api/people/organizations/sports-system.ts'

/** The branches of motor sport, used when the sports IT system is not configured or does not answer. */
const branches = [
  ['bilsport', 'Bilsport, gemensamt'],
  ['backe', 'Backe'],
  ['crosskart', 'Crosskart'],
  ['dragracing', 'Dragracing'],
  ['drifting', 'Drifting'],
  ['folkrace', 'Folkrace'],
  ['karting', 'Karting'],
  ['offroad', 'Offroad'],
  ['racing', 'Racing'],
  ['radiostyrt', 'Radiostyrd bilsport'],
  ['rally', 'Rally'],
  ['rallycross', 'Rallycross'],
  ['simracing', 'Simracing'],
  ['touring', 'Bilorientering'],
] as const

const builtInSource = createListedSource(branches.map(([id, name]) => ({ id, name })))

/**
 * Returns the source of the sports IT system's categories (spec G-069): the configured URL, which falls back to a
 * built-in list and logs why, or without a URL that list. Reads nothing itself.
 */
export const getSportsSource = ({ env, log }: Pick<Ctx, 'env' | 'log'>): SportsCategorySource =>
  env.SPORTS_CATEGORIES_URL ? createRemoteSource(env.SPORTS_CATEGORIES_URL, builtInSource, log) : builtInSource

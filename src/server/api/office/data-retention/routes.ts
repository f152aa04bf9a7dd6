import { serve } from '#api/serve.ts'
import { dataRetention, type MappedTable } from './contract.ts'
import { areas, mapByArea } from './data-map.ts'
import { getHandlings, hasTimeLimit, type RetentionPeriod, type TableRule } from './rules.ts'
import { loadUnusedMonths } from './storage.ts'

function toRetention(period: RetentionPeriod): MappedTable['kept'] {
  if (!hasTimeLimit(period)) return { kind: period, count: 0, job: null }
  const job = period.by === 'continuously' ? null : period.by
  return period.months === undefined
    ? { kind: 'days', count: period.days ?? 0, job }
    : { kind: 'months', count: period.months, job }
}

const toMappedTable = ([name, rule]: [string, TableRule]): MappedTable => ({
  name,
  purpose: rule.purpose,
  ground: rule.ground,
  kept: toRetention(rule.kept),
  isAboutPeople: rule.about !== undefined,
  columns: [...getHandlings(rule)].map(([column, handling]) => ({ name: column, handling })),
})

export const routes = serve(dataRetention, {
  'GET /DataMap': async (_input, { db }) => ({
    anonymiseMonths: await loadUnusedMonths(db),
    areas: areas.map((name) => ({ name, tables: Object.entries(mapByArea[name]).map(toMappedTable) })),
  }),
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { educations } from '#api/catalogue/educations/table.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { database } from '../../portal.ts'
import { drainJobs } from '../../queue.ts'
import {
  createKnownPerson,
  importContext,
  loadExternalId,
  resetImporterBeforeEach,
  runImport,
  stageRows,
  startStagedImport,
  toRow,
  toUniqueName,
} from './fixtures.ts'

const { query } = database()
resetImporterBeforeEach()

test('the same file, in any order, interrupted anywhere and repeated, ends in the same state', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => createKnownPerson()))
  const ids = await Promise.all(people.map(loadExternalId))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(4), fc.nat(3)), { minLength: 1, maxLength: 14 }),
      fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 2, maxLength: 4 }),
      async (pairs, rounds) => {
        const mark = toUniqueName('Slump')
        // The fifth person is unknown; every repetition of a pair has the same date.
        const lines = pairs.map(([who, what]) =>
          toRow({ id: ids[who] ?? 'nobody', education: `${mark} ${what}`, on: `20${10 + who}-0${what + 1}-01` }),
        )
        for (const [cut, isReversed] of rounds) {
          const ordered = isReversed ? [...lines].reverse() : lines
          const at = cut % (ordered.length + 1)
          // Splits the rows into two files; the second import is stopped half-way and restarted.
          if (at > 0) await runImport(ordered.slice(0, at))
          if (at === ordered.length) continue
          await stageRows(ordered.slice(at))
          const { jobId } = await startStagedImport()
          if (isReversed) await importContext.importer.fetch('POST', `/jobs/${jobId}/cancel`)
          await startStagedImport()
          await drainJobs()
        }
        const expected = new Set(
          pairs.filter(([who]) => who < 4).map(([who, what]) => `${who} ${what} 20${10 + who}-0${what + 1}-01`),
        )
        const made = (await query.select().from(educations)).filter(({ title }) => title.startsWith(`${mark} `))
        const results = await query.select().from(educationResults)
        const state = results.flatMap((one) => {
          const title = made.find(({ id }) => id === one.educationId)?.title
          const who = people.findIndex(({ id }) => id === one.userId)
          return title ? [`${who} ${title.slice(mark.length + 1)} ${one.completedAt?.toISOString().slice(0, 10)}`] : []
        })
        expect(state.sort()).toEqual([...expected].sort())
      },
    ),
    { numRuns: 6 },
  )
}, 120_000)

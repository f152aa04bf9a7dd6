import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { findScanState, upsertScan } from './storage.ts'
import { hasScanner, scan } from './virus-scanner.ts'

/** Scans one file. When the scanner does not answer, the file becomes `Failed` and the job is repeated. */
async function scanFile(ctx: Ctx<null>, { key }: { key: string }): Promise<undefined> {
  const state = await findScanState(ctx.db, key)
  if (!hasScanner(ctx.env) || state === 'Clean' || state === 'Infected') return
  const file = await ctx.files.get(key)
  if (!file) return
  try {
    const found = await scan(ctx.env, file)
    await ctx.db.commit([
      upsertScan(ctx.db, { key, state: found, scannedAt: ctx.now }),
      ...(found === 'Infected' ? [recordAudit(ctx, 'file.infected', { type: 'file', id: key })] : []),
    ])
  } catch (error) {
    await ctx.db.commit([upsertScan(ctx.db, { key, state: 'Failed', scannedAt: ctx.now })])
    throw error
  }
}

export const jobs: Record<string, JobHandler> = {
  'scans.scan': scanFile,
}

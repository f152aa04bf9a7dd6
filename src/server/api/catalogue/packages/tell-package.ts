import type { Ctx } from '#api/context.ts'
import { translator } from '#locales/translate.ts'
import { ContentPackage } from './contract.ts'
import type { PackageRow } from './storage.ts'

type Told = Pick<
  PackageRow,
  | ('id' | 'originalName' | 'size' | 'title' | 'format' | 'notes' | 'missingFiles')
  | ('filesDone' | 'filesTotal' | 'refusal' | 'state')
>

const states = ['uploaded', 'unpacking', 'ready', 'refused'] as const

/** A package as its readers are told of it, a refusal in their language. */
export function toldPackage(ctx: Ctx, row: Told): ContentPackage {
  const { id, originalName, size, title, format, notes, missingFiles, filesDone, filesTotal, refusal } = row
  const message = refusal === null ? null : translator(ctx.language, 'refusals')(refusal)
  return ContentPackage.parse({
    id,
    originalName,
    size,
    title,
    format,
    notes,
    missingFiles,
    filesDone,
    filesTotal,
    refusal,
    message,
    state: states[row.state],
  })
}

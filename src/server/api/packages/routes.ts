import { translator } from '#locales/translate.ts'
import type { Ctx } from '../context.ts'
import { partTypes } from '../education-parts/contract.ts'
import { findPartCourse, listEducationsOfPart } from '../education-parts/course-storage.ts'
import { Refused } from '../refusals.ts'
import { serve } from '../serve.ts'
import { mayUploadTo } from './access.ts'
import { ContentPackage, packages } from './contract.ts'
import { findPackage, listPackagesOfPart, type PackageRow } from './storage.ts'
import { beginUpload, completeUpload, giveUpUpload, receivePackage, receivePart } from './upload.ts'

const states = ['uploaded', 'unpacking', 'ready', 'refused'] as const

function wire(ctx: Ctx, row: PackageRow) {
  const { id, originalName, size, title, filesDone, filesTotal, refusal } = row
  const message = refusal === null ? null : translator(ctx.language, 'refusals')(refusal)
  return ContentPackage.parse({
    id,
    originalName,
    size,
    title,
    filesDone,
    filesTotal,
    refusal,
    message,
    state: states[row.state],
  })
}

async function checkPart(ctx: Ctx, educationPartId: number | null): Promise<void> {
  if (educationPartId === null) return
  const part = await findPartCourse(ctx.db, educationPartId)
  if (!part) throw new Refused('not_found')
  if (!mayUploadTo(ctx.actor, await listEducationsOfPart(ctx.db, educationPartId))) throw new Refused('not_allowed')
  if (part.type !== partTypes.ArticulateSession) throw new Refused('part_not_digital')
}

export const routes = serve(packages, {
  'POST /Packages/uploads': ({ body }, ctx) => beginUpload(ctx, body),
  'PUT /Packages/uploads/:uploadId/parts/:number': ({ params, request }, ctx) =>
    receivePart(ctx, params.uploadId, params.number, request?.body ?? null),
  'POST /Packages/uploads/:uploadId/complete': async ({ params, body }, ctx) => {
    await checkPart(ctx, body.educationPartId)
    return wire(ctx, await completeUpload(ctx, params.uploadId, body))
  },
  'DELETE /Packages/uploads/:uploadId': async ({ params }, ctx) => {
    await giveUpUpload(ctx, params.uploadId)
    return null
  },
  'POST /Packages': async ({ body, file }, ctx) => {
    if (!file)
      throw new Refused('invalid_input', {
        fields: { file: translator(ctx.language, 'refusals')('invalid.invalid_type') },
      })
    await checkPart(ctx, body.educationPartId)
    return wire(ctx, await receivePackage(ctx, file, body))
  },
  'GET /Packages/:id': async ({ params }, ctx) => {
    const row = await findPackage(ctx.db, params.id)
    if (!row) throw new Refused('not_found')
    return wire(ctx, row)
  },
  'GET /EducationParts/:id/packages': async ({ params }, ctx) => {
    await checkPart(ctx, params.id)
    return (await listPackagesOfPart(ctx.db, params.id)).map(({ row, uploadedBy, current }) => ({
      ...wire(ctx, row),
      uploaded: row.createdAt,
      uploadedBy,
      current: current === 1,
    }))
  },
})

import { mayUploadTo } from '#api/catalogue/education-parts/access.ts'
import { partTypes } from '#api/catalogue/education-parts/contract.ts'
import { findPartCourse, listManagedEducationsOfPart } from '#api/catalogue/education-parts/course-storage.ts'
import { getManagedMaterial } from '#api/catalogue/educator-materials/manage-material.ts'
import { findMaterial } from '#api/catalogue/educator-materials/storage.ts'
import {
  findPackage,
  listPackagesOfMaterial,
  listPackagesOfPart,
  type PackageRow,
} from '#api/catalogue/packages/storage.ts'
import { toContentPackage } from '#api/catalogue/packages/to-content-package.ts'
import { beginPackageUpload, completeUpload, receivePackage } from '#api/catalogue/packages/upload.ts'
import type { Ctx } from '#api/context.ts'
import { cancelUpload, receivePart } from '#api/foundation/uploads/receive-upload.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { translator } from '#locales/translate.ts'
import { packages } from './contract.ts'

const versions = (ctx: Ctx, rows: Awaited<ReturnType<typeof listPackagesOfPart>>) =>
  rows.map(({ row, uploadedBy, current }) => ({
    ...toContentPackage(ctx, row),
    uploaded: row.createdAt,
    uploadedBy,
    current: current === 1,
  }))

async function checkPart(ctx: Ctx, educationPartId: number | null): Promise<void> {
  if (educationPartId === null) return
  const part = await findPartCourse(ctx.db, educationPartId)
  if (!part) throw new Refused('not_found')
  if (!mayUploadTo(ctx.actor, await listManagedEducationsOfPart(ctx.db, educationPartId)))
    throw new Refused('not_allowed')
  if (part.type !== partTypes.ArticulateSession) throw new Refused('part_not_digital')
}

/** Whether the caller uploaded the package, or may upload to the part that it is for, or whose material it is for. */
async function isReadable(ctx: Ctx, { uploadedByUserId, educationPartId, educatorMaterialId }: PackageRow) {
  if (uploadedByUserId === ctx.actor.id) return true
  const material = educatorMaterialId === null ? null : await findMaterial(ctx, educatorMaterialId)
  const partId = educationPartId ?? material?.educationPartId ?? null
  return mayUploadTo(ctx.actor, partId === null ? [] : await listManagedEducationsOfPart(ctx.db, partId))
}

export const routes = serve(packages, {
  'POST /Packages/uploads': ({ body }, ctx) => beginPackageUpload(ctx, body),
  'PUT /Packages/uploads/:uploadId/parts/:number': ({ params, request }, ctx) =>
    receivePart(ctx, params.uploadId, params.number, request?.body ?? null),
  'POST /Packages/uploads/:uploadId/complete': async ({ params, body }, ctx) => {
    await checkPart(ctx, body.educationPartId)
    return toContentPackage(ctx, await completeUpload(ctx, params.uploadId, body))
  },
  'DELETE /Packages/uploads/:uploadId': async ({ params }, ctx) => {
    await cancelUpload(ctx, params.uploadId)
    return null
  },
  'POST /Packages': async ({ body, file }, ctx) => {
    if (!file)
      throw new Refused('invalid_input', {
        fields: { file: translator(ctx.language, 'refusals')('invalid.invalid_type') },
      })
    await checkPart(ctx, body.educationPartId)
    return toContentPackage(ctx, await receivePackage(ctx, file, body))
  },
  'GET /Packages/:id': async ({ params }, ctx) => {
    const row = await findPackage(ctx.db, params.id)
    if (!row || !(await isReadable(ctx, row))) throw new Refused('not_found')
    return toContentPackage(ctx, row)
  },
  'GET /EducationParts/:id/packages': async ({ params }, ctx) => {
    await checkPart(ctx, params.id)
    return versions(ctx, await listPackagesOfPart(ctx.db, params.id))
  },
  'GET /EducatorArticulates/:id/packages': async ({ params }, ctx) => {
    await getManagedMaterial(ctx, params.id)
    return versions(ctx, await listPackagesOfMaterial(ctx.db, params.id))
  },
})

import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type TemplateVersion, templateVersions, toTemplateVersion } from '#api/participation/certificates/rules.ts'
import type { templates } from '../src/pages/print/certificate/_parts/templates.ts'

const folder = 'src/pages/print/certificate/_parts'
const listed = 'tests/certificate-templates.sha256'

type VersionWithTemplate = keyof typeof templates
/** Compiles only when exactly the known versions have a template. */
const isEveryVersionPrinted: [VersionWithTemplate, TemplateVersion] extends [TemplateVersion, VersionWithTemplate]
  ? true
  : never = true
// @ts-expect-error There is no template of this version.
const unknownVersion: TemplateVersion = 0

test('a certificate of an unknown template version is refused rather than printed in another layout', () => {
  expect(isEveryVersionPrinted).toBe(true)
  expect(templateVersions.map(toTemplateVersion)).toEqual(templateVersions)
  for (const version of [unknownVersion, Math.max(...templateVersions) + 1])
    expect(() => toTemplateVersion(version)).toThrow('no certificate template')
})

test('each version has a folder of its own', () => {
  const folders = readdirSync(folder).filter((name) => name.startsWith('template-'))
  expect(folders.sort()).toEqual(templateVersions.map((version) => `template-${version}`).sort())
})

test('the version that is issued is the latest', () => {
  const views = globSync('migrations/*.sql').flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/CREATE VIEW certificate_look AS\nSELECT (\d+) AS template_version/g),
  ])
  expect(views.map(([, version]) => Number(version)).at(-1)).toBe(templateVersions.at(-1))
})

test('a template that certificates are issued with is unchanged: to change the layout, write a new version', () => {
  const files = globSync(`${folder}/template-*/**/*.{astro,css,ts}`).filter((path) => !path.endsWith('.test.ts'))
  const lines = files
    .sort()
    .map((path) => `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${path.slice(folder.length + 1)}`)
  expect(
    lines,
    `changed after it was shipped; where the printed certificate stays the same, correct the line in ${listed}`,
  ).toEqual(readFileSync(listed, 'utf8').trim().split('\n'))
})

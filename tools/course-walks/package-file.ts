import { readFileSync } from 'node:fs'
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js'

/** A package before its upload: the names of its files and the texts of its manifests. */
export interface PackageFile {
  path: string
  names: readonly string[]
  manifest: string
}

const manifests = ['cmi5.xml', 'tincan.xml', 'imsmanifest.xml']

/** Reads the names of the files of a package, and the texts of its manifests as one. */
export async function readPackage(path: string): Promise<PackageFile> {
  const zip = new ZipReader(new BlobReader(new Blob([readFileSync(path)])))
  const entries = await zip.getEntries()
  const texts = entries.map((entry) =>
    !entry.directory && manifests.includes(entry.filename) ? entry.getData(new TextWriter()) : '',
  )
  const manifest = (await Promise.all(texts)).join('\n')
  await zip.close()
  return { path, names: entries.map(({ filename }) => filename), manifest }
}

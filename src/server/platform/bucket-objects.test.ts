import { expect, test } from 'vitest'
import { unchecked } from '../../unchecked.ts'
import { deletePrefix } from './bucket-objects.ts'

test('an empty prefix deletes nothing, instead of the whole file store', async () => {
  const touched = () => {
    throw new Error('the file store was used')
  }
  const bucket = unchecked<R2Bucket>({ list: touched, delete: touched })
  await expect(deletePrefix(bucket, '')).rejects.toThrow('empty prefix')
})

import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { writeBackup } from './write-backup.ts'

export const jobs: Record<string, JobHandler> = { 'backups.write': writeBackup }

import { build, isBuilt } from './build.ts'
import { readOptions, runCommand } from './command.ts'
import { CommandError } from './command-error.ts'
import { dataDir, deleteStoredData } from './local-portal.ts'
import { prepare } from './prepare.ts'
import { takeFolder } from './runtime.ts'

const values = readOptions(
  `Deletes the data of the local portal and seeds it again:
  npm run seed -- --scale 50`,
  { scale: { type: 'string', default: '1' } },
)

async function reseed(): Promise<void> {
  const scale = Number(values.scale)
  if (!Number.isInteger(scale) || scale < 1 || scale > 50)
    throw new CommandError('--scale is a whole number from 1 to 50')
  if (!isBuilt()) build()
  const dir = dataDir()
  await takeFolder(dir)
  deleteStoredData(dir)
  await prepare(dir, scale)
  console.log(`${scale * 2000} people live in ${dir}. \`npm start\` serves them.`)
}

runCommand(reseed)

// SPDX-License-Identifier: GPL-3.0-or-later
// From the SDK's create to the end of the first command, of a template that is warm; the run gives the engine's own time
// for the same (launch and `true`, measured just before) as SANDGLASS_BARE_MS.
import { Sandbox } from 'e2b'

const rounds = 7
const options = { timeoutMs: 600_000, requestTimeoutMs: 600_000 }
const first = await Sandbox.create('base', options) // boots the template, if nothing has yet
await first.kill()
const taken = []
for (let round = 0; round < rounds; ++round) {
  const begun = performance.now()
  const sandbox = await Sandbox.create('base', options)
  await sandbox.commands.run('true')
  taken.push(performance.now() - begun)
  await sandbox.kill()
}
const median = taken.sort((a, b) => a - b)[(rounds - 1) / 2]
console.log(`e2b_create_to_first_command_ms ${median.toFixed(1)} ms`)
const bare = Number(process.env.SANDGLASS_BARE_MS)
console.log(`e2b_create_over_engine_ratio ${(median / bare).toFixed(3)} ratio`)
process.exit(bare > 0 ? 0 : 1)

// SPDX-License-Identifier: GPL-3.0-or-later
// How the checks of the real packages are run and told: one line each, `ok NAME (ms)` or `not ok NAME: why`.
const only = process.argv.slice(2)
let failures = 0

export async function check(name, test) {
  if (only.length && !only.some((word) => name.includes(word))) return
  const begun = Date.now()
  try {
    await test()
    console.log(`ok ${name} (${Date.now() - begun} ms)`)
  } catch (error) {
    failures += 1
    console.log(`not ok ${name}: ${error?.constructor?.name} ${error?.message ?? error}`.split('\n')[0])
    if (process.env.VERBOSE) console.log(error)
  }
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms))

// Tries until it is true, or a minute has gone by.
export async function eventually(test) {
  for (let i = 0; i < 240; ++i) {
    if (await test()) return
    await pause(250)
  }
  throw new Error('it never came to be')
}

export const end = () => process.exit(failures ? 1 : 0)

import { edited } from '../client/letters.ts'
import { frozenOrder, orderWithIntent, paidOrder, chargedOrder, payOrder, secretFor } from './order.ts'
import {
  atNext,
  broken,
  cancelCall,
  createCall,
  dyingAt,
  intentOf,
  once,
  tellAll,
  type Scene,
} from './scene.ts'

/** Letters that are paid together: asked for, formed anew, paid, stopped. */
export const orderScenes: Record<string, Scene> = {
  async 'pays three letters at once, and they are printed and posted'(server, seed) {
    const { person, order } = await paidOrder(server, seed)
    const sum = order.reduce((cents, { total }) => cents + total, 0)
    const shown = await person.orderShown(order[1]!)
    const isOther = shown?.letters !== order.length || shown.total !== sum
    return broken('M3', order[1]!, isOther && `its page says ${shown?.letters} letters for ${shown?.total}`)
  },
  async 'a letter of somebody else is asked for along'(server, seed) {
    const [mine, theirs] = [await frozenOrder(server, seed, 2), await frozenOrder(server, seed, 1)]
    const order = [...mine.order, ...theirs.order]
    const intent = await mine.person.askIntent(order[0]!, order)
    if (intent && 'secret' in intent) await payOrder({ ...mine, order, secret: intent.secret })
  },
  async 'fifty letters are paid at once, and three of them cancelled'(server, seed) {
    const { person, order } = await paidOrder(server, seed, 50)
    for (const one of order.slice(7, 10)) await person.cancel(one)
    await server.chore('refunds')
  },
  async 'an order is formed anew without one, and the old form is paid'(server, seed) {
    const old = await orderWithIntent(server, seed)
    const fewer = old.order.slice(0, 2)
    const secret = await secretFor(old.person, fewer)
    const isPaid = await payOrder(old)
    await payOrder({ ...old, order: fewer, secret })
    return broken('M4', old.order[0]!, isPaid && 'the form of the larger order could still be paid')
  },
  async 'an order is formed anew with one more, and the old form is paid'(server, seed) {
    const { person, order } = await frozenOrder(server, seed)
    const fewer = order.slice(0, 2)
    const old = { person, order: fewer, secret: await secretFor(person, fewer) }
    const secret = await secretFor(person, order, order[2])
    const isPaid = await payOrder(old)
    await payOrder({ person, order, secret })
    return broken('M4', order[0]!, isPaid && 'the form of the smaller order could still be paid')
  },
  async 'two tabs ask for different letters at once'(server, seed) {
    const { person, order } = await frozenOrder(server, seed)
    const lists = [order.slice(0, 2), order.slice(1)]
    const intents = await Promise.all(lists.map((list) => person.askIntent(list[0]!, list)))
    for (const [at, intent] of intents.entries())
      if (intent && 'secret' in intent) await person.pay(order[1]!, intent.secret, 'good', lists[at])
  },
  async 'another tab asks for other letters while the first is answered'(server, seed) {
    const { person, order } = await frozenOrder(server, seed)
    const [first, second] = [order.slice(0, 2), order.slice(1)]
    let other = ''
    atNext(server, 'after', `cards ${createCall}`, async () => {
      const intent = await person.askIntent(second[0]!, second)
      if (intent && 'secret' in intent) other = intent.secret
    })
    const intent = await person.askIntent(first[0]!, first)
    if (other) await person.pay(second[0]!, other, 'good', second)
    if (intent && 'secret' in intent) await person.pay(first[0]!, intent.secret, 'good', first)
  },
  async 'one letter of an order is asked for alone, as the specification does'(server, seed) {
    const one = await orderWithIntent(server, seed)
    const intent = await one.person.askIntent(one.order[2]!)
    const secret = intent && 'secret' in intent ? intent.secret : ''
    if (secret) await payOrder({ ...one, secret })
    return broken('S4', one.order[2]!, secret !== one.secret && 'its order has two forms')
  },
  async 'the answer to an order is lost, and another is asked for'(server, seed) {
    const { person, order } = await frozenOrder(server, seed)
    server.network.trouble = once(createCall, 'back')
    await person.askIntent(order[0]!, order)
    const fewer = order.slice(1)
    await payOrder({ person, order: fewer, secret: await secretFor(person, fewer) })
  },
  async 'the provider takes another sum for an order'(server, seed) {
    const { person, order, secret } = await orderWithIntent(server, seed)
    const operator = await server.operator()
    await person.pay(order[0]!, secret, seed.pick(['more', 'less'] as const), order)
    await tellAll(server)
    await operator.decide(order[1]!.letter, 'cancel')
    await operator.decide(order[0]!.letter, 'cancel')
  },
  async 'the sum of one letter is taken for an order'(server, seed) {
    const one = await orderWithIntent(server, seed)
    intentOf(server).amount = one.order[0]!.total
    await payOrder(one)
  },
  async 'pays an order while one of it is cancelled'(server, seed) {
    const one = await orderWithIntent(server, seed)
    atNext(server, 'before', `cards ${cancelCall}`, () => payOrder(one))
    await one.person.cancel(one.order[1]!)
  },
  async 'one of an unpaid order is cancelled, and the rest is paid'(server, seed) {
    const old = await orderWithIntent(server, seed)
    await old.person.cancel(old.order[0]!)
    const isPaid = await payOrder(old)
    const rest = old.order.slice(1)
    const intent = await old.person.askIntent(rest[0]!, rest)
    if (intent && 'secret' in intent) await payOrder({ ...old, order: rest, secret: intent.secret })
    return broken('M4', old.order[0]!, isPaid && 'was paid after it was cancelled')
  },
  async 'one letter of an order is edited, and the old form is paid'(server, seed) {
    const old = await orderWithIntent(server, seed)
    const newer = await old.person.freeze(edited(old.letters[0]!))
    if (!newer) throw new Error('the edit was not taken')
    await old.person.see(newer)
    const isPaid = await payOrder(old)
    const order = [newer, ...old.order.slice(1)]
    await payOrder({ ...old, order, secret: await secretFor(old.person, order) })
    return broken('M4', old.order[0]!, isPaid && 'the old form could still be paid')
  },
  async 'three of the same event of an order at once'(server, seed) {
    await chargedOrder(server, seed)
    const [event] = server.events
    if (event) await Promise.all([1, 2, 3].map(() => server.tell(event, 'in-parallel')))
  },
  async 'the server dies while an order is booked'(server, seed) {
    await chargedOrder(server, seed)
    const [event] = server.events
    await dyingAt(server, 'sql update "payment" set', 'after', async () => event && server.tell(event))
  },
  async 'the account is erased with an order on its way'(server, seed) {
    const one = await orderWithIntent(server, seed)
    atNext(server, 'before', `cards ${cancelCall}`, () => payOrder(one))
    await one.person.erase()
  },
}

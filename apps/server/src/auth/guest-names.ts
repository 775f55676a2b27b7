import { randomInt } from 'node:crypto';

const adjectives = (
  'Amber Azure Bold Brave Breezy Bright Brisk Calm Candid Cheerful Clever Copper Coral Cosy Crimson Curious Daring ' +
  'Dapper Eager Early Earnest Fearless Fleet Gentle Glad Golden Graceful Happy Hazel Honest Indigo Ivory Jolly Keen ' +
  'Kind Lively Lucky Mellow Merry Mighty Misty Modest Nimble Noble Olive Patient Placid Plucky Proud Quick Quiet ' +
  'Ready Rosy Ruby Rustic Scarlet Serene Silver Sly Snowy Spry Steady Sunny Swift Tidy Upbeat Velvet Vivid Warm ' +
  'Wily Wise Witty Zesty'
).split(' ');

const animals = (
  'Alpaca Badger Beaver Bison Bobcat Bunting Camel Caribou Cheetah Cricket Curlew Dingo Dolphin Dormouse Dove Duck ' +
  'Eagle Egret Elk Falcon Ferret Finch Fox Gazelle Gecko Gibbon Goose Grouse Hare Hedgehog Heron Hoopoe Ibex Ibis ' +
  'Jackdaw Jaguar Kestrel Kiwi Koala Lark Lemur Linnet Llama Lynx Magpie Marmot Marten Mole Moose Newt Ocelot Orca ' +
  'Osprey Otter Owl Panda Parrot Pelican Penguin Plover Pony Puffin Quail Rabbit Raven Robin Salmon Seal Sparrow ' +
  'Squirrel Stoat Stork Swan Tapir Tern Thrush Toad Turtle Vole Walrus Weasel Whale Wombat Wren Yak Zebra'
).split(' ');

const TRIES = 4;

/**
 * Friendly names for a new guest, such as "Amber Otter", the ones to be taken first; the last one has a number, for where
 * the plain ones are taken.
 * @param pick a random whole number from 0 to below its argument
 */
export function guestNames(pick: (below: number) => number = randomInt): readonly string[] {
  const names = Array.from(
    { length: TRIES },
    () => `${adjectives[pick(adjectives.length)]} ${animals[pick(animals.length)]}`,
  );
  return [...names, `${names.at(-1)} ${2 + pick(9998)}`];
}

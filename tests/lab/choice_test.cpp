// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the user may say about experiments and sizes.
#include "choice.hpp"

#include <gtest/gtest.h>

#include <strandline/error.hpp>

#include "catalogue.hpp"
#include "raster/temporary_folder.hpp"

namespace {

using namespace strandline;
using namespace strandline::lab;
using namespace strandline::test;

Description description(const std::string& name, std::vector<SizeOption> sizes) {
  return {.name = name, .title = "", .question = "", .sizes = std::move(sizes), .charts = {}};
}

std::vector<Description> two_experiments() {
  const SizeOption n{"n", "elements", {100, 200}, {10}, 1, 1000, true};
  const SizeOption side{"side", "pixels", {64}, {}, 2, 4096, false};
  SizeOption small_n = n;
  small_n.largest = 500;
  return {description("first", {n, side}), description("second-one", {small_n})};
}

std::vector<Choice> chosen(const std::vector<std::string>& settings, bool quick = false) {
  return choose_sizes(two_experiments(), settings, quick);
}

std::string refusal_of(const std::string& setting) {
  return message_of<InvalidArgument>([&] { chosen({setting}); });
}

std::vector<std::string> names_of(const std::vector<Description>& descriptions) {
  std::vector<std::string> names;
  for (const Description& own : descriptions) names.push_back(own.name);
  return names;
}

TEST(Choice, NamesAreTakenInTheirOrderEachOnce) {
  EXPECT_EQ(names_of(find_descriptions({"nbody", "banks", "nbody"})), std::vector<std::string>({"nbody", "banks"}));
  EXPECT_EQ(names_of(find_descriptions({"all"})), names_of(catalogue()));
  EXPECT_EQ(names_of(find_descriptions({"banks", "all"})), names_of(catalogue()));
}

TEST(Choice, UnknownNamesAreRefusedWithThoseThereAre) {
  for (const std::vector<std::string>& names : {std::vector<std::string>{"bank"}, {"all", "bank"}, {"Banks"}, {""}}) {
    const std::string message = message_of<InvalidArgument>([&] { find_descriptions(names); });
    expect_contains(message, "there is no experiment '");
    for (const Description& own : catalogue()) expect_contains(message, own.name);
  }
}

TEST(Choice, SizesAreThoseOfTheDescriptionUnlessSet) {
  EXPECT_EQ(chosen({})[0].sizes, Sizes({{"n", {100, 200}}, {"side", {64}}}));
  EXPECT_EQ(chosen({}, true)[0].sizes, Sizes({{"n", {10}}, {"side", {64}}}));
  EXPECT_EQ(chosen({"n=3,1,500"}, true).at(0).sizes.at("n"), (std::vector<std::int64_t>{3, 1, 500}));
}

TEST(Choice, ASettingIsForAllThatHaveTheSize) {
  const auto choices = chosen({"n=7", "side=3"});
  EXPECT_EQ(choices[0].sizes, Sizes({{"n", {7}}, {"side", {3}}}));
  EXPECT_EQ(choices[1].sizes, Sizes({{"n", {7}}}));
}

TEST(Choice, ASettingForOneComesFirst) {
  const auto choices = chosen({"second-one.n=8", "n=7", "n=9"});
  EXPECT_EQ(choices[0].sizes.at("n"), std::vector<std::int64_t>{9});
  EXPECT_EQ(choices[1].sizes.at("n"), std::vector<std::int64_t>{8});
}

TEST(Choice, LimitsAreAllowedAndBeyondIsNot) {
  EXPECT_EQ(chosen({"side=2"})[0].sizes.at("side").front(), 2);
  EXPECT_EQ(chosen({"side=4096"})[0].sizes.at("side").front(), 4096);
  expect_contains(refusal_of("side=1"), "side can't be 1, in --size side=1 for first, choose 2 to 4096");
  expect_contains(refusal_of("side=4097"), "choose 2 to 4096");
  expect_contains(refusal_of("n=10,-5"), "n can't be -5");
  expect_contains(refusal_of("n=501"), "for second-one, choose 1 to 500");
  EXPECT_EQ(chosen({"first.n=501"})[0].sizes.at("n").front(), 501);
}

TEST(Choice, OneValueWhereOneIsWanted) {
  expect_contains(refusal_of("side=3,4"), "side takes one value, in --size side=3,4 for first, give one");
  expect_contains(refusal_of("n=3,4,3"), "3 is there twice");
}

TEST(Choice, UnknownSizesAreRefusedWithThoseThereAre) {
  for (const char* setting : {"m=1", "second-one.side=5", "third.n=1", "first.m=1", "N=1", "first.=1"}) {
    const std::string message = refusal_of(setting);
    expect_contains(message, "no chosen experiment has this size");
    expect_contains(message, "set one of first.n (1 to 1000), first.side (2 to 4096), second-one.n (1 to 500)");
  }
  const auto none = [] { choose_sizes({description("plain", {})}, {"n=1"}, false); };
  expect_contains(message_of<InvalidArgument>(none), "leave it out, since they have none");
}

TEST(Choice, WhatIsNoSettingIsRefused) {
  for (const char* setting : {"", "n", "=1", ".n=1"}) expect_contains(refusal_of(setting), "sets nothing");
  for (const char* setting :
       {"n=", "n=1,", "n=,1", "n=1.5", "n=1k", "n= 1", "n=2..1", "n=0x10", "n=9223372036854775808"}) {
    expect_contains(refusal_of(setting), "is no list of integers");
  }
}

}  // namespace

// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The mark of what a shared library shows. All else is compiled with hidden visibility.
#pragma once

/// Stands before each function with a body in the library, and in each class whose type is compared at run time: those
/// that are thrown, and those that are derived from.
#define STRANDLINE_API __attribute__((visibility("default")))
